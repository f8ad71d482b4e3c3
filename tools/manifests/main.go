// Command manifests builds a directory's Kubernetes manifests with kustomize, and decodes each object as its
// Kubernetes type. An unknown field is an error. The command prints each object's kind and name.
package main

import (
	"fmt"
	"os"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/yaml"
)

func main() {
	failed := false
	for _, folder := range os.Args[1:] {
		if err := check(folder); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", folder, err)
			failed = true
		}
	}
	if failed {
		os.Exit(1)
	}
}

// types are the built-in Kubernetes types. Objects of other types are built, but not decoded.
var types = map[string]func() any{
	"apps/v1 Deployment":                 func() any { return new(appsv1.Deployment) },
	"batch/v1 CronJob":                   func() any { return new(batchv1.CronJob) },
	"batch/v1 Job":                       func() any { return new(batchv1.Job) },
	"networking.k8s.io/v1 Ingress":       func() any { return new(networkingv1.Ingress) },
	"networking.k8s.io/v1 NetworkPolicy": func() any { return new(networkingv1.NetworkPolicy) },
	"policy/v1 PodDisruptionBudget":      func() any { return new(policyv1.PodDisruptionBudget) },
	"v1 ConfigMap":                       func() any { return new(corev1.ConfigMap) },
	"v1 PersistentVolumeClaim":           func() any { return new(corev1.PersistentVolumeClaim) },
	"v1 Service":                         func() any { return new(corev1.Service) },
}

// check builds the manifests of a directory and decodes their objects.
func check(folder string) error {
	objects, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), folder)
	if err != nil {
		return err
	}
	var faults []string
	for _, object := range objects.Resources() {
		kind := object.GetApiVersion() + " " + object.GetKind()
		fmt.Println(kind, object.GetName())
		made := types[kind]
		if made == nil && !strings.Contains(object.GetApiVersion(), ".coreos.com/") {
			faults = append(faults, kind+" is not known")
		}
		if made == nil {
			continue
		}
		text, err := object.AsYAML()
		if err == nil {
			err = yaml.UnmarshalStrict(text, made())
		}
		if err != nil {
			faults = append(faults, fmt.Sprintf("%s %s: %v", kind, object.GetName(), err))
		}
	}
	if faults != nil {
		return fmt.Errorf("%s", strings.Join(faults, "\n"))
	}
	return nil
}
