import type { X509Certificate } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { WalletStop } from '../errors'
import { mediaType } from '../http/wire'
import { readJsonObject } from '../json'
import type { Run } from '../run'
import type { StepName } from '../run-log'
import { sendStep } from '../step'

/** Kept between runs: the highest sequence number seen of each list (E602-6.3.2). */
export interface TrustMemory {
  sequenceOf: (list: string) => number | null
  learn: (list: string, sequence: number) => void
}

/** How many lists to remember; the oldest is forgotten first. */
const listsMax = 200

/** A memory that starts with these numbers; `keep` gets all of them whenever one is new. */
export function createTrustMemory(
  known: Readonly<Record<string, number>> = {},
  keep: (all: Record<string, number>) => void = () => {},
): TrustMemory {
  const sequences = new Map(Object.entries(known).slice(-listsMax))
  return {
    sequenceOf: (list) => sequences.get(list) ?? null,
    learn: (list, sequence) => {
      if ((sequences.get(list) ?? -1) >= sequence) return
      sequences.delete(list)
      sequences.set(list, sequence)
      for (const oldest of sequences.keys()) if (sequences.size > listsMax) sequences.delete(oldest)
      keep(Object.fromEntries(sequences))
    },
  }
}

/**
 * A memory in a file, created when there is something to remember. An invalid file counts as empty. Throws file system
 * errors, unless the file does not exist yet.
 */
export function openTrustMemory(file: string): TrustMemory {
  const known = Object.entries(readJsonObject(contentOf(file)) ?? {}).filter(isSequence)
  return createTrustMemory(Object.fromEntries(known), (all) => writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`))
}

function isSequence(entry: [string, unknown]): entry is [string, number] {
  return Number.isSafeInteger(entry[1]) && Number(entry[1]) >= 0
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

/** Roles of trust: an authority for one role is not trusted in another. */
export type TrustRole = 'access' | 'registrar' | 'pid' | 'pub_eaa'

/** Whom the wallet trusts, and what it does if trust is broken. */
export interface TrustSettings {
  /**
   * The wallet provider's policy for requests where a warning is allowed: warn and go on, or refuse. Requests that
   * every wallet must refuse are refused with either.
   */
  policy: 'warn' | 'refuse'
  /** The lists below this address, and the certificates of their signers; null to use `anchors` alone. */
  lists: { base: string; operators: readonly X509Certificate[] } | null
  /** Authorities trusted without a list. */
  anchors: Readonly<Partial<Record<TrustRole, readonly X509Certificate[]>>>
  /**
   * What happens if a verifier asks for more than it registered: a warning, or only registered claims are shown
   * (ARF3-RPRC_21).
   */
  overAsking: 'warn' | 'registered_only'
  memory: TrustMemory
}

/**
 * A part of the evaluation that a careless wallet skips. `findings`: it looks at everything but ignores the findings;
 * `warning`: it goes on where it may, without telling its user.
 */
export type TrustNeglect = 'all' | 'status' | 'lists' | 'over_asking' | 'findings' | 'warning' | null

/** A document that was fetched for the evaluation. */
interface Fetched {
  bytes: Buffer
  mediaType: string
}

/** Fetches one document; null if it cannot be had. */
type TrustFetch = (step: StepName, url: string, accept: string) => Promise<Fetched | null>

/** What evaluating one party needs. */
export interface TrustContext {
  settings: TrustSettings
  fetch: TrustFetch
  /** Epoch milliseconds. */
  now: number
  neglects: TrustNeglect
}

/** Maximum size of a fetched document, and maximum number of documents per party. */
const documentBytesMax = 1024 * 1024

const fetchesMax = 40

/** How far other clocks may be ahead of ours. */
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
    // No response, or a forbidden address: for the evaluation, both mean that there is nothing to read.
    if (error instanceof WalletStop) return null
    throw error
  }
}

const learnedBy: Partial<Record<StepName, string>> = {
  trust_list: 'whom a list of trusted entities names',
  revocation_list: 'which certificates are revoked',
  registration_status: 'the status of the registration certificate',
}
