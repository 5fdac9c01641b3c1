import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { HttpClient } from '@/lib/testing/http-client'
import { type FlowKind, prepareFlows } from './flows'

/** What a wallet is told to do. */
export interface Orders {
  readonly kind: FlowKind
  /** How many flows, one after the other. */
  readonly count: number
}

/** Longest wait before a request. Without it, wallets that wait for the same commits fall into step by themselves. */
const pauseMillisMax = 50

/** A client that waits before each request, for a time that only chance decides. */
const paced = (http: HttpClient): HttpClient =>
  Object.assign(
    async (request: Parameters<HttpClient>[0]) => {
      await setTimeout(Math.random() * pauseMillisMax)
      return http(request)
    },
    { close: http.close },
  )

/**
 * A wallet on a thread of its own, with its own keys, credential, connections and event loop: it learns nothing of other
 * wallets, and begins a flow when its own last one has ended. Answers each message with another one when it is done.
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
