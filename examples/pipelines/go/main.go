package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"log"
	"mime/multipart"
	"net/http"
	"os"
	"strings"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
)

var service, pipeline = cmp.Or(os.Getenv("SERVICE"), "http://localhost:3000"), cmp.Or(os.Getenv("PIPELINE"), "acme/nightly")
var org, nightly = cmp.Or(os.Getenv("NAMESPACE"), "acme"), "nightly"

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="

// The run, with all that it used by the paths of its records: these fill the columns of the scoreboard.
const execution = `{"namespace": "ORG", "pipeline": %q, "workflow_id": %q, "run_id": %q, "status": %q, "started_at": %q, "closed_at": %q,
 "runners": ["ORG/ci"], "runner_types": ["external_ci"], "entities": {"wallet_used": ["ORG/wallet"], "wallet_version_used": ["ORG/wallet/1-0"],
 "issuers": ["ORG/issuer"], "credentials": ["ORG/issuer/pid"], "verifiers": ["ORG/verifier"], "use_case_verifications": ["ORG/verifier/age"],
 "conformance_tests": ["our-suite/happy-flow"], "custom_checks": ["ORG/check"]}}`

// TestWallet is where your test stands. This one looks whether the service responds.
func TestWallet(context.Context) (bool, error) {
	response, err := http.Get(service + "/healthz")
	return err == nil && response.StatusCode == http.StatusOK, err
}

// Report reports the run of the workflow, with a picture. Temporal repeats it while the service is away.
func Report(ctx context.Context, passed bool, startedAt time.Time) error {
	run, at := activity.GetInfo(ctx).WorkflowExecution, []string{startedAt.Format(time.RFC3339Nano), time.Now().Format(time.RFC3339Nano)}
	status, body := map[bool]string{true: "completed", false: "failed"}[passed], bytes.Buffer{}
	form := multipart.NewWriter(&body)
	form.WriteField("execution", fmt.Sprintf(strings.ReplaceAll(execution, "ORG", org), pipeline, run.ID, run.RunID, status, at[0], at[1]))
	file, _ := form.CreateFormFile("screenshots", "wallet.png")
	io.Copy(file, base64.NewDecoder(base64.StdEncoding, strings.NewReader(pixel)))
	form.Close()
	request, _ := http.NewRequestWithContext(ctx, "POST", service+"/api/pipeline/executions", &body)
	request.Header = http.Header{"X-Api-Key": {os.Getenv("KEY")}, "Content-Type": {form.FormDataContentType()}}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	fmt.Println(response.StatusCode, string(answer))
	if err == nil && response.StatusCode != http.StatusCreated {
		isWrong := response.StatusCode/100 == 4 && response.StatusCode != http.StatusTooManyRequests
		return temporal.NewApplicationErrorWithOptions(string(answer), "refused", temporal.ApplicationErrorOptions{NonRetryable: isWrong})
	}
	return err
}

// NightlyWalletTest is a workflow of a type of your own: it tests the wallet, then reports how that went.
func NightlyWalletTest(ctx workflow.Context) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: 10 * time.Minute})
	var passed bool
	if err := workflow.ExecuteActivity(ctx, TestWallet).Get(ctx, &passed); err != nil {
		return err
	}
	err := workflow.ExecuteActivity(ctx, Report, passed, workflow.GetInfo(ctx).WorkflowStartTime).Get(ctx, nil)
	if err == nil && !passed {
		return temporal.NewNonRetryableApplicationError("the wallet did not do as it should", "Wallet", nil)
	}
	return err
}

func main() {
	engine, err := client.Dial(client.Options{HostPort: cmp.Or(os.Getenv("TEMPORAL_ADDRESS"), "127.0.0.1:7233"), Namespace: org})
	if err != nil {
		log.Fatal(err)
	}
	own := worker.New(engine, nightly, worker.Options{})
	own.RegisterWorkflow(NightlyWalletTest)
	own.RegisterActivity(TestWallet)
	own.RegisterActivity(Report)
	if err := own.Start(); err != nil {
		log.Fatal(err)
	}
	defer own.Stop()
	identifier := temporal.NewSearchAttributes(temporal.NewSearchAttributeKeyKeyword("PipelineIdentifier").ValueSet(pipeline))
	options := client.StartWorkflowOptions{TaskQueue: nightly, TypedSearchAttributes: identifier}
	run, err := engine.ExecuteWorkflow(context.Background(), options, NightlyWalletTest)
	if err == nil {
		err = run.Get(context.Background(), nil)
	}
	if err != nil {
		log.Panic(err)
	}
}
