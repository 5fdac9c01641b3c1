package main

import (
	"bytes"
	"cmp"
	"context"
	"log"
	"mime/multipart"
	"net/http"
	"os"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
)

var service, org = cmp.Or(os.Getenv("SERVICE"), "http://localhost:3000"), cmp.Or(os.Getenv("NAMESPACE"), "acme")
var pipeline = cmp.Or(os.Getenv("PIPELINE"), "acme/nightly")

// must gives the value. An error ends the program; in an activity it ends this attempt, and Temporal makes another.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// TestWallet is where your test stands. This one looks whether the service responds.
func TestWallet() error {
	if answer := must(http.Get(service + "/healthz")); answer.StatusCode != http.StatusOK {
		return temporal.NewNonRetryableApplicationError("the wallet did not do as it should", "wallet", nil)
	}
	return nil
}

// Report reports the run of the workflow, with a picture.
func Report(ctx context.Context, status string, started time.Time) error {
	run := activity.GetInfo(ctx).WorkflowExecution
	values := map[string]string{"NAMESPACE": org, "PIPELINE": pipeline, "WORKFLOW_ID": run.ID, "RUN_ID": run.RunID,
		"STATUS": status, "STARTED_AT": started.Format(time.RFC3339Nano), "CLOSED_AT": time.Now().Format(time.RFC3339Nano)}
	var body, answer bytes.Buffer
	form := multipart.NewWriter(&body)
	execution := os.Expand(string(must(os.ReadFile("../report.json"))), func(name string) string { return values[name] })
	form.WriteField("execution", execution)
	must(must(form.CreateFormFile("screenshots", "wallet.png")).Write(must(os.ReadFile("../wallet.png"))))
	form.Close()
	request := must(http.NewRequestWithContext(ctx, "POST", service+"/api/pipeline/executions", &body))
	request.Header = http.Header{"X-Api-Key": {os.Getenv("KEY")}, "Content-Type": {form.FormDataContentType()}}
	response := must(http.DefaultClient.Do(request))
	defer response.Body.Close()
	must(answer.ReadFrom(response.Body))
	log.Println(response.Status, &answer)
	if code := response.StatusCode; code != http.StatusCreated {
		isWrong := temporal.ApplicationErrorOptions{NonRetryable: code/100 == 4 && code != http.StatusTooManyRequests}
		return temporal.NewApplicationErrorWithOptions(answer.String(), "refused", isWrong)
	}
	return nil
}

// NightlyWalletTest is a workflow of a type of your own: it tests the wallet, then reports how that went.
func NightlyWalletTest(ctx workflow.Context) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: 10 * time.Minute})
	failed := workflow.ExecuteActivity(ctx, TestWallet).Get(ctx, nil)
	status := map[bool]string{true: "completed", false: "failed"}[failed == nil]
	reported := workflow.ExecuteActivity(ctx, Report, status, workflow.GetInfo(ctx).WorkflowStartTime).Get(ctx, nil)
	return cmp.Or(failed, reported)
}

func main() {
	options := client.Options{HostPort: cmp.Or(os.Getenv("TEMPORAL_ADDRESS"), "127.0.0.1:7233"), Namespace: org}
	engine := must(client.Dial(options))
	own := worker.New(engine, "nightly", worker.Options{})
	own.RegisterWorkflow(NightlyWalletTest)
	own.RegisterActivity(TestWallet)
	own.RegisterActivity(Report)
	must(own, own.Start())
	defer own.Stop()
	nightly := client.StartWorkflowOptions{TaskQueue: "nightly", Memo: map[string]any{"pipeline": pipeline}}
	run := must(engine.ExecuteWorkflow(context.Background(), nightly, NightlyWalletTest))
	must(run, run.Get(context.Background(), nil))
}
