import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { HttpClient } from '@/lib/testing/http-client'
import { type FlowKind, prepareFlows } from './flows'

/** The instructions for a wallet. */
export interface Orders {
  readonly kind: FlowKind
  /** Number of flows, run in sequence. */
  readonly count: number
}

/**
 * Longest pause before a request in milliseconds. Without pauses, wallets that wait for the same commits would
 * synchronise.
 */
const pauseMillisMax = 50

/** A client that waits for a random time before each request. */
const paced = (http: HttpClient): HttpClient =>
  Object.assign(
    async (request: Parameters<HttpClient>[0]) => {
      await setTimeout(Math.random() * pauseMillisMax)
      return http(request)
    },
    { close: http.close },
  )

/**
 * A wallet on its own thread, with its own keys, credential, connections and event loop. It is independent of other
 * wallets and starts a flow when its last one has ended. It answers each message when the flows are done.
 */
const port = parentPort
if (port === null) throw new Error('This program runs as a thread of a benchmark.')
const flows = await prepareFlows(String(workerData))
const http = paced(flows.newClient())
port.on('message', async ({ kind, count }: Orders) => {
  for (let done = 0; done < count; done++) await flows[kind](http)
  port.postMessage('done')
})
port.postMessage('ready')
