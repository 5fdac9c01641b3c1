import { Refused, WalletStop } from '../../errors'
import type { JsonObject } from '../../json'
import { applyPatch } from '../../misbehaviours/apply'
import { requireFit } from '../../misbehaviours/verifier/fit'
import { presentedBy } from '../choose-credentials'
import { tellsOfValues } from '../dcql/dcql-query'
import { RequestRefused } from '../request/request-refused'
import type { Run } from '../run'
import { type RunOptions, startRun } from '../start-run'
import type { PresentedCredential } from '../verifier-run'
import { answerIsoMdoc } from './annex-c/answer-iso-mdoc'
import { chooseEntry, protocolsIn, type RequestEntry } from './digital-request'
import { answerOpenId4Vp } from './verify-entry'

/** What the platform passes to a wallet. */
export interface BrowserRequestOptions extends RunOptions {
  /** The `digital` member of the options of `navigator.credentials.get()`. */
  digital: unknown
  /** Origin of the requesting page, as known to the platform. */
  origin: string
  /** The protocol of the entry to answer; by default the first that the wallet supports. */
  protocol?: string
}

/** What the wallet returns; the browser turns it into a `DigitalCredential`. */
export interface BrowserAnswer {
  protocol: string
  /** An object, except for misbehaviour. */
  data: unknown
  /** Empty for an error response. */
  presented: PresentedCredential[]
  /** The error and its reason, for an error response. */
  declined: { error: string; description: string } | null
  /** How long the user took to decide, in milliseconds, for whoever plays the platform. */
  userMillis: number
  /** The misbehaviour has changed something. */
  misbehaved: boolean
}

/** The wallet returns nothing: the page's promise is rejected. */
export interface BrowserRefusal {
  /** What the page learns. */
  refusal: 'NotAllowedError'
  /** Why; not revealed to the page. */
  reason: string
  userMillis: number
  misbehaved: boolean
}

/**
 * Answers a request that a browser carries, with any of its protocols. Has no side effects except through its ports,
 * and sends no requests unless given a port for that.
 * @throws RangeError when no misbehaviour has the given name
 * @throws WalletStop when the wallet cannot use its credentials or show its misbehaviour, or lacks the wanted entry
 */
export async function answerBrowserRequest(options: BrowserRequestOptions): Promise<BrowserAnswer | BrowserRefusal> {
  const { digital, origin, protocol = null, ...others } = options
  const alone = others.http === undefined
  const run = startRun({
    ...others,
    ...(alone ? { http: unreachable, profile: { ...others.profile, checkStatus: false } } : {}),
  })
  const outcome = await answerIn(run, { digital, origin, protocol, page: null })
  return { ...outcome, misbehaved: run.misbehaving }
}

const unreachable = async (): Promise<never> => {
  throw new Error('the wallet has no network here')
}

/** An outcome; its misbehaviour is marked in the run's log. */
export type OutcomeInRun = Omit<BrowserAnswer, 'misbehaved'> | Omit<BrowserRefusal, 'misbehaved'>

/** Answers within a run that has begun, and completes its facts. @throws WalletStop */
export async function answerIn(
  run: Run,
  {
    digital,
    origin,
    protocol,
    page,
  }: Pick<BrowserRequestOptions, 'digital' | 'origin'> & {
    protocol: string | null
    page: NonNullable<Run['facts']['browser']>['page']
  },
): Promise<OutcomeInRun> {
  const browser = { origin, page, offered: protocolsIn(digital), protocol: null, encryptionInfo: null }
  run.facts.browser = browser
  const entry = chooseEntry(digital, protocol)
  if (entry === null) return rejected(run, 'The wallet knows none of the protocols of the request')
  run.facts.browser = { ...browser, protocol: entry.protocol }
  requireFit(run)
  try {
    requireSupport(run, entry)
    const data = await dataFor(run, entry, origin)
    return finish(run, entry, { data, presented: presentedBy(run), declined: null, userMillis: 0 })
  } catch (error) {
    if (error instanceof RequestRefused) return decline(run, entry, error)
    if (error instanceof Refused) throw new WalletStop(error.message)
    throw error
  }
}

const dataFor = (run: Run, entry: RequestEntry, origin: string): Promise<JsonObject> =>
  entry.protocol === 'org-iso-mdoc' ? answerIsoMdoc(run, entry.data, origin) : answerOpenId4Vp(run, entry, origin)

/** Only a misbehaving wallet refuses a protocol that it is offered for. */
function requireSupport(run: Run, { protocol }: RequestEntry): void {
  if (run.misbehaviour?.lacksProtocol !== protocol) return
  run.misbehaving = true
  throw new RequestRefused('invalid_request', 'The wallet does not know this kind of request')
}

/**
 * Says why there is no presentation, once the user has seen it (OID4VP-1FINALA-A.4, OID4VP-1FINAL-15.9.2); silent if
 * the user declines, if a reason would be indistinguishable from that, or if the protocol has no errors.
 */
function decline(run: Run, entry: RequestEntry, { code, why, message }: RequestRefused): OutcomeInRun {
  const { consent, browserDenial, consentMillis } = run.profile
  const { request: asked } = run.facts
  const denied = code === 'access_denied' && (consent === 'denied' || (asked !== null && tellsOfValues(asked.query)))
  if (entry.protocol === 'org-iso-mdoc' || (denied && browserDenial === 'cancelled')) return rejected(run, message)
  const data = applyPatch(run, 'response', run.misbehaviour?.patchResponse, { error: code })
  return finish(run, entry, {
    data,
    presented: [],
    declined: { error: code, description: why },
    userMillis: consentMillis,
  })
}

function finish(
  run: Run,
  { protocol }: RequestEntry,
  found: Omit<BrowserAnswer, 'protocol' | 'misbehaved'>,
): OutcomeInRun {
  const { data, ...rest } = found
  return { ...applyPatch(run, 'response', run.misbehaviour?.patchAnswer, { protocol, data }), ...rest }
}

const rejected = ({ profile }: Run, reason: string): OutcomeInRun => ({
  refusal: 'NotAllowedError',
  reason,
  userMillis: profile.consentMillis,
})
