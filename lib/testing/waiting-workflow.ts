// Replaces the real pipeline workflow in Temporal's sandbox, in tests of what runs workers.
import { proxyActivities } from '@temporalio/workflow'

const { driveWallet } = proxyActivities<{ driveWallet(): Promise<void> }>({
  startToCloseTimeout: '5m',
  heartbeatTimeout: '30s',
  retry: { maximumAttempts: 1 },
})

/** A run that lasts as long as its only activity. */
export const PipelineWorkflow = (): Promise<void> => driveWallet()
