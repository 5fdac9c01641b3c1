import { NativeConnection, Worker } from '@temporalio/worker'
import { createPocketBaseClient } from '@/lib/adapters/pocketbase/client/client'
import { heartbeatThrottle } from '@/lib/adapters/temporal/namespace-workers'
import { epochMillis } from '@/lib/core/shared/time/time'
import type { HaltingWorkerSettings } from './halting-worker'
import { openProbedActivities } from './probed-activities'

/** A pipeline worker that halts at one place, tells its parent, and waits there to be killed. */
const settings: HaltingWorkerSettings = JSON.parse(process.env.HALTING_WORKER ?? '')
const { address, namespace, queue, workflowBundlePath, baseUrl, adminKey, halt } = settings

let passed = 0
/** Never resolves at the place to halt. */
async function pass(place: string): Promise<void> {
  if (place !== halt.place) return
  passed += 1
  if (passed !== halt.nth) return
  process.send?.('halted')
  await new Promise(() => undefined)
}

const client = createPocketBaseClient({
  url: settings.pocketBaseUrl,
  credentials: { adminFile: settings.adminFile },
  timeoutMillis: 60_000,
})
const connection = await NativeConnection.connect({ address })
const activities = openProbedActivities({
  ...{ client, baseUrl, adminKey },
  now: () => epochMillis(Date.now()),
  cancelRun: async ({ workflowId, runId }) =>
    void (await connection.workflowService.requestCancelWorkflowExecution({
      namespace,
      workflowExecution: { workflowId, runId },
    })),
  onAnswer: () => pass('wallet'),
  probe: async () => {
    await pass('probe')
    return { passed: true, detail: '' }
  },
})
/** Each takes one input, of its own type. */
type Activity = (input: never) => Promise<unknown>
const halting = Object.entries(activities as Record<string, Activity>).map(([name, activity]) => [
  name,
  async (input: never) => {
    await pass(`before ${name}`)
    const result = await activity(input)
    await pass(`after ${name}`)
    return result
  },
])
const worker = await Worker.create({
  connection,
  namespace,
  taskQueue: queue,
  workflowBundle: { codePath: workflowBundlePath },
  activities: Object.fromEntries(halting),
  maxHeartbeatThrottleInterval: heartbeatThrottle,
})
await worker.run()
