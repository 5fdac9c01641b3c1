import { WalletStop } from '../errors'
import { mediaType } from '../http/wire'
import type { Run } from '../run'
import { sendStep } from '../step'
import type { StepName } from '../step-name'
import type { TrustNeglect, TrustSettings } from './settings'

/** A document that was fetched for the evaluation. */
interface Fetched {
  bytes: Buffer
  mediaType: string
}

/** Fetches one document; null where it cannot be had. */
type TrustFetch = (step: StepName, url: string, accept: string) => Promise<Fetched | null>

/** What the evaluation of one party needs. */
export interface TrustContext {
  settings: TrustSettings
  fetch: TrustFetch
  /** Epoch milliseconds. */
  now: number
  neglects: TrustNeglect
}

/** The largest document that the evaluation reads, and how many it fetches for one party. */
const documentBytesMax = 1024 * 1024
const fetchesMax = 40

/** How far the clocks of others may be ahead of this one. */
export const clockSkewMillis = 60_000

/** The context for one party of this run. Each document is fetched once. */
export function trustContext<Facts, Profile>(
  run: Run<Facts, Profile>,
  settings: TrustSettings,
  neglects: TrustNeglect,
): TrustContext {
  const fetched = new Map<string, Promise<Fetched | null>>()
  const fetchOnce: TrustFetch = (step, url, accept) => {
    const known = fetched.get(url)
    if (known !== undefined) return known
    if (fetched.size >= fetchesMax) return Promise.resolve(null)
    const found = fetchDocument(run, step, url, accept)
    fetched.set(url, found)
    return found
  }
  return { settings, fetch: fetchOnce, now: run.clock(), neglects }
}

async function fetchDocument<Facts, Profile>(
  run: Run<Facts, Profile>,
  step: StepName,
  url: string,
  accept: string,
): Promise<Fetched | null> {
  try {
    const answer = await sendStep(run, {
      step,
      method: 'GET',
      url,
      headers: [['Accept', accept]],
      learned: () => learnedBy[step] ?? '',
    })
    const bytes = Buffer.from(answer.bytes ?? Buffer.from(answer.body))
    if (answer.status !== 200 || bytes.length > documentBytesMax) return null
    return { bytes, mediaType: mediaType(answer.headers) }
  } catch (error) {
    // No answer came, or the address is not one to ask: for the evaluation both mean that there is nothing to read.
    if (error instanceof WalletStop) return null
    throw error
  }
}

const learnedBy: Partial<Record<StepName, string>> = {
  trust_list: 'whom a list of trusted entities names',
  revocation_list: 'which certificates are revoked',
  registration_status: 'the status of the registration certificate',
}
