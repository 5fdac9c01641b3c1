// Runs in Temporal's sandbox, in place of the real workflow of pipelines, in tests of what runs workers.
import { proxyActivities } from '@temporalio/workflow'

const { driveWallet } = proxyActivities<{ driveWallet(): Promise<void> }>({
  startToCloseTimeout: '5m',
  heartbeatTimeout: '30s',
  retry: { maximumAttempts: 1 },
})

/** A run that lasts as long as its one activity. */
export const PipelineWorkflow = (): Promise<void> => driveWallet()
