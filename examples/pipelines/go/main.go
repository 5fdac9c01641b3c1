package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"mime/multipart"
	"net/http"
	"os"
	"time"

	"github.com/google/uuid"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
)

var (
	service   = setting("SERVICE", "http://localhost:3000")
	namespace = setting("NAMESPACE", "acme")
	pipeline  = setting("PIPELINE", "acme/nightly")
	pixel, _  = base64.StdEncoding.DecodeString("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==")
	// Everything that the run used, by the paths of its records: these fill the columns of the scoreboard.
	entities = map[string][]string{
		"wallet_used": {namespace + "/wallet"}, "wallet_version_used": {namespace + "/wallet/1-0"},
		"issuers": {namespace + "/issuer"}, "credentials": {namespace + "/issuer/pid"},
		"verifiers": {namespace + "/verifier"}, "use_case_verifications": {namespace + "/verifier/age"},
		"conformance_tests": {"our-suite/happy-flow"}, "custom_checks": {namespace + "/check"},
	}
)

func setting(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}

// TestWallet is where your test stands. This one looks whether the service responds.
func TestWallet(context.Context) (bool, error) {
	response, err := http.Get(service + "/healthz")
	if err != nil {
		return false, err
	}
	return response.StatusCode == http.StatusOK, response.Body.Close()
}

// Report reports the run of the workflow, with a picture. Temporal repeats it while the service is away.
func Report(ctx context.Context, status string, startedAt time.Time) error {
	run := activity.GetInfo(ctx).WorkflowExecution
	execution, err := json.Marshal(map[string]any{
		"namespace": namespace, "pipeline": pipeline, "workflow_id": run.ID, "run_id": run.RunID, "status": status,
		"started_at": startedAt, "closed_at": time.Now(), "entities": entities,
		"runners": []string{namespace + "/ci"}, "runner_types": []string{"external_ci"},
	})
	if err != nil {
		return err
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	form.WriteField("execution", string(execution))
	file, _ := form.CreateFormFile("screenshots", "wallet.png")
	file.Write(pixel)
	form.Close()
	request, err := http.NewRequestWithContext(ctx, "POST", service+"/api/pipeline/executions", &body)
	if err != nil {
		return err
	}
	request.Header = http.Header{"X-Api-Key": {os.Getenv("KEY")}, "Content-Type": {form.FormDataContentType()}}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusCreated {
		err = fmt.Errorf("the report was answered with %d: %s", response.StatusCode, answer)
		if response.StatusCode/100 == 4 && response.StatusCode != http.StatusTooManyRequests {
			err = temporal.NewNonRetryableApplicationError(err.Error(), "refused", nil)
		}
	}
	fmt.Println(string(answer))
	return err
}

// NightlyWalletTest is a workflow of a type of your own: it tests the wallet, then reports how that went.
func NightlyWalletTest(ctx workflow.Context) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: 10 * time.Minute})
	var passed bool
	if err := workflow.ExecuteActivity(ctx, TestWallet).Get(ctx, &passed); err != nil {
		return err
	}
	status := map[bool]string{true: "completed", false: "failed"}[passed]
	startedAt := workflow.GetInfo(ctx).WorkflowStartTime
	if err := workflow.ExecuteActivity(ctx, Report, status, startedAt).Get(ctx, nil); err != nil || passed {
		return err
	}
	return temporal.NewNonRetryableApplicationError("the wallet did not do as it should", "Wallet", nil)
}

func main() {
	engine, err := client.Dial(client.Options{HostPort: setting("TEMPORAL_ADDRESS", "127.0.0.1:7233"), Namespace: namespace})
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Close()
	own := worker.New(engine, "nightly", worker.Options{})
	own.RegisterWorkflow(NightlyWalletTest)
	own.RegisterActivity(TestWallet)
	own.RegisterActivity(Report)
	if err := own.Start(); err != nil {
		log.Fatal(err)
	}
	defer own.Stop()
	identifier := temporal.NewSearchAttributeKeyKeyword("PipelineIdentifier").ValueSet(pipeline)
	run, err := engine.ExecuteWorkflow(context.Background(), client.StartWorkflowOptions{
		ID: "nightly-" + uuid.NewString(), TaskQueue: "nightly", TypedSearchAttributes: temporal.NewSearchAttributes(identifier),
	}, NightlyWalletTest)
	if err == nil {
		err = run.Get(context.Background(), nil)
	}
	if err != nil {
		log.Fatal(err)
	}
}
