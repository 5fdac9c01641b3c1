import type { RequestContext } from '../../engine/endpoints/request-context'
import { ProtocolError } from '../../shared/ports/errors'
import { bySeverity } from '../../shared/ports/finding'
import type { SessionId } from '../../shared/ports/ids'
import type { Asker } from '../../shared/ports/places'
import type { Ports } from '../../shared/ports/ports'
import type { KeptText } from '../../shared/ports/session-memory'
import type { CampaignRun, Store } from '../../shared/ports/store'
import type { Campaign, Declaration, EnteredResult } from '../../shared/ports/store-types'
import { toBase64 } from '../../shared/values/base64url'
import { groupBy } from '../../shared/values/collections'
import { type DecidingResult, type PresentedCredential, unpackResult } from '../deciding-result'
import { presetById } from '../presets'
import { knownResult, readResult } from '../session-result'
import type { Declared } from './applies-if'
import { judgeCase, type Run } from './case-verdict'
import { casesOfEditions } from './cases'
import { personCase } from './cases-of-presets'
import {
  type CaseCounts,
  type CoverageGroup,
  type CoveredCase,
  causesOf,
  countCases,
  type FailureCause,
  groupCases,
  type Headline,
  headlineOf,
  headlinesBySide,
} from './coverage-counts'
import type { ItemName } from './declared-items'
import { contradictionsOf } from './defects'
import { defaultEdition, type Edition, editions } from './editions'
import type { Side } from './official-case'
import { pairedCase } from './paired-cases'
import { toldOfRemoval } from './removed-evidence'
import { contradictions, type SeenItem, seenItems } from './seen-items'
import { mayBeEntered, withStatement } from './stated-failure'

/** Whether this service issued a presented credential. */
type IsOurs = (credential: Pick<PresentedCredential, 'iss' | 'authority'>) => Promise<boolean>

/**
 * Recognizes our credentials: their issuer is below our address, or they are signed under one of our roots, that of the
 * installation or that of the PID providers of its European trust framework.
 */
export function ownCredentials({ ports, settings }: Pick<RequestContext, 'ports' | 'settings'>): IsOurs {
  const keyIdentifierOf = (der: string): string | null => {
    const facts = ports.trustAnchors('credential_issuer')([der])
    return facts.readable ? facts.certificates[0].subjectKeyIdentifier : null
  }
  let root: string | null | undefined
  let provider: Promise<string | null> | undefined
  return async ({ iss, authority }) => {
    if (iss?.startsWith(`${settings.baseUrl}/`)) return true
    if (authority === null) return false
    root ??= keyIdentifierOf(toBase64(ports.rootCertificate.der))
    if (authority === root) return true
    provider ??= ports.trustKeys().then((keys) => keyIdentifierOf(keys.anchor('pid').der))
    return authority === (await provider)
  }
}

/** The findings of a session without those about our own credentials; `null` if everything presented was ours. */
export async function foundOfOthers(
  { found, presented }: Pick<DecidingResult, 'found' | 'presented'>,
  isOurs: IsOurs,
): Promise<DecidingResult['found'] | null> {
  const others: PresentedCredential[] = []
  for (const one of presented) if (!(await isOurs(one))) others.push(one)
  if (others.length === presented.length) return found
  if (others.length === 0) return null
  const merged: Record<string, DecidingResult['found'][string]> = {}
  for (const [id, one] of others.flatMap((other) => Object.entries(other.found ?? found))) {
    const known = merged[id]
    if (known === undefined || bySeverity(one.status, known.status) < 0) merged[id] = one
  }
  return merged
}

/** How many campaigns of a wallet to list, newest first: one page of storage. Sessions of all campaigns count. */
const coverageCampaignsMax = 1000

/** How many wallets to cache: each may hold the results of a thousand sessions. */
const rememberedMax = 4

/**
 * How many sessions of a preset to judge: the one that counts and those before it. Others are listed without a verdict.
 */
const judgedTriesMax = 6

/**
 * How many sessions to judge from their evidence in one request, where no result is at hand, as after a change of the
 * catalogue. The next request goes on.
 */
const foldedMax = 400

/** Maximum number of entered results per wallet and version. */
export const enteredMax = 500

/** How many entered results to read: at the limit, each case may still be withdrawn once. */
export const enteredReadMax = enteredMax + casesOfEditions.filter(mayBeEntered).length

/** A session of a preset and its result; `null` if it did not end or is too old. */
export interface Try {
  readonly session: CampaignRun
  readonly run: Run | null
}

/** What the campaigns of one wallet and version say about every official case of an edition. */
export interface WalletCoverage {
  readonly edition: Edition
  readonly wallet: Campaign['wallet']
  /** Whether only campaigns and results made with the operator token count. */
  readonly operatorOnly: boolean
  /** Newest first. */
  readonly campaigns: readonly Campaign[]
  /** By preset: the session that counts and those before it, newest first. */
  readonly tries: ReadonlyMap<string, readonly Try[]>
  /** Entered results by case id: the newest per case, without withdrawn ones. */
  readonly entered: ReadonlyMap<string, EnteredResult>
  /** The newest declaration; `null` if none. */
  readonly declaration: Declaration | null
  /** Presets of which retention deleted a session of the wallet, with its evidence. */
  readonly removed: ReadonlySet<string>
  /** Declared items that sessions contradict. */
  readonly contradicted: ReadonlyMap<ItemName, SeenItem>
  readonly counts: CaseCounts
  readonly groups: readonly CoverageGroup[]
  readonly headline: Headline
  /** Of each side, and of its baseline; `null` where the edition has no such case. */
  readonly sides: Readonly<Record<Side, Headline | null>>
  readonly baselines: Readonly<Record<Side, Headline | null>>
  readonly causes: readonly FailureCause[]
  readonly cases: readonly CoveredCase[]
  /**
   * How many sessions are not judged yet, at least, because one request judges only so many. Which sessions no wallet used is
   * not known before they are judged, and then older ones of their preset are judged in their place. 0 if all are judged.
   */
  readonly sessionsLeft: number
}

/** If an operator token is set, what strangers add does not count. */
export const countsOperatorOnly = (asker: Asker): boolean => asker !== 'anybody'

/** A cached coverage, and what it was computed from. */
interface Remembered {
  readonly mark: string
  readonly sessions: readonly CampaignRun[]
  readonly results: ReadonlyMap<SessionId, DecidingResult>
  readonly record: WalletRecord
  /** By edition: the same sessions are judged under each. */
  readonly coverages: Map<Edition, WalletCoverage>
}

/** What is on record about a wallet, whatever edition it is judged by. */
type WalletRecord = Pick<
  WalletCoverage,
  'wallet' | 'operatorOnly' | 'campaigns' | 'tries' | 'declaration' | 'removed' | 'sessionsLeft'
> & {
  readonly newest: ReadonlyMap<string, EnteredResult>
  /** Presets whose newest session ran out before any wallet used it. */
  readonly ranOut: ReadonlySet<string>
}

/** The last coverages that were read, by storage. Losing them does no harm. */
const remembered = new WeakMap<Store, Map<string, Remembered>>()

/**
 * Reads everything on record about a wallet. For each preset, the newest ended session counts. Returns the same object
 * while nothing changes.
 */
export async function readCoverage(
  wallet: Campaign['wallet'],
  context: Pick<RequestContext, 'ports' | 'settings' | 'asker'>,
  edition = defaultEdition,
): Promise<WalletCoverage> {
  const { record, coverages } = await readRecord(wallet, context)
  const known = coverages.get(edition)
  if (known !== undefined) return known
  const { newest, ranOut, ...rest } = record
  const runs = [...record.tries.values()].flatMap(([first]) => first?.run ?? [])
  const entered = enteredIn(edition, newest)
  const { declaration, removed } = record
  const coverage = {
    ...rest,
    edition,
    entered,
    ...foldCoverage(runs, declaration, edition, { removed, entered, ranOut }),
  }
  coverages.set(edition, coverage)
  return coverage
}

/** Reads it, or returns the same object while nothing changes. */
async function readRecord(
  wallet: Campaign['wallet'],
  context: Pick<RequestContext, 'ports' | 'settings' | 'asker'>,
): Promise<Pick<Remembered, 'record' | 'coverages'>> {
  const { store } = context.ports
  const operatorOnly = countsOperatorOnly(context.asker)
  const query = { wallet, operatorOnly }
  const key = JSON.stringify(query)
  const ofStore = remembered.get(store) ?? new Map<string, Remembered>()
  remembered.set(store, ofStore)
  const before = ofStore.get(key)
  const { mark, added, sessions } = await store.walletRuns({ ...query, mark: before?.mark ?? null })
  const kept = added ? (before?.sessions ?? []) : []
  const all = sessions === null || sessions.length === 0 ? kept : [...sessions, ...kept].sort(newestFirst)
  const results = new Map<SessionId, DecidingResult>()
  const tries = new Map<string, readonly Tried[]>()
  const byPreset = [...groupBy(all, ({ preset }) => preset ?? '')].filter(([id]) => mayDecide(id))
  await loadKept(
    byPreset.map(([, ofPreset]) => ofPreset),
    context,
  )
  const folding: Folding = { ...context, results, foldable: foldedMax, left: new Set(), gone: new Set() }
  // The sessions that count come before those that only stand beside them.
  for (const max of [1, judgedTriesMax])
    for (const [id, ofPreset] of byPreset) {
      const found = await readTries(ofPreset, folding, max)
      if (found.length > 0) tries.set(id, found)
    }
  if (before !== undefined && sessions === null && isSame(results, before.results)) return before
  const campaigns = await store.campaigns({ ...query, max: coverageCampaignsMax })
  const newest = newestEntries(await store.enteredResults({ ...query, max: enteredReadMax }))
  const judged = await withRuns(tries, context)
  const [declaration = null] = await store.declarations({ ...query, max: 1 })
  const removed = new Set(await store.removedPresets(query))
  const record = {
    wallet,
    operatorOnly,
    campaigns,
    tries: judged,
    newest,
    declaration,
    removed,
    ranOut: new Set(byPreset.flatMap(([id, [first]]) => (isLapsed(first, results) ? [id] : []))),
    sessionsLeft: folding.left.size,
  }
  const coverages = new Map<Edition, WalletCoverage>()
  ofStore.delete(key)
  ofStore.set(key, { mark, sessions: all, results, record, coverages })
  for (const oldest of [...ofStore.keys()].slice(0, -rememberedMax)) ofStore.delete(oldest)
  return { record, coverages }
}

const isLapsed = (one: CampaignRun | undefined, results: ReadonlyMap<SessionId, DecidingResult>): boolean =>
  one !== undefined && results.get(one.sessionId)?.state === 'lapsed'

const newestFirst = (one: CampaignRun, other: CampaignRun): number =>
  other.createdAt - one.createdAt || (one.sessionId < other.sessionId ? -1 : 1)

const isSame = <Key, Value>(one: ReadonlyMap<Key, Value>, other: ReadonlyMap<Key, Value>): boolean =>
  one.size === other.size && [...one].every(([key, value]) => other.get(key) === value)

/** A session of a preset and its result; `null` if it is too old to be read. */
interface Tried {
  readonly session: CampaignRun
  readonly result: DecidingResult | null
}

/** The work of one request. */
interface Folding extends Pick<RequestContext, 'ports' | 'settings'> {
  readonly results: Map<SessionId, DecidingResult>
  /** How many more sessions to judge from their evidence. */
  foldable: number
  /** Sessions that have to wait for the next request. */
  readonly left: Set<SessionId>
  /** Sessions that were deleted meanwhile. */
  readonly gone: Set<SessionId>
}

/**
 * The sessions of a preset from the newest ended one on, of which `max` are judged; empty if none ended, or while that is
 * not known. Adds what it reads to `results`.
 */
async function readTries(sessions: readonly CampaignRun[], folding: Folding, max: number): Promise<Tried[]> {
  const tries: Tried[] = []
  for (const [index, session] of sessions.entries()) {
    const result = tries.length < max ? await resultOf(session, folding) : null
    if (result !== null) folding.results.set(session.sessionId, result)
    if (tries.length === 0 && folding.left.has(session.sessionId)) {
      for (const one of sessions.slice(index, index + judgedTriesMax))
        if (resultAtHand(one, folding.ports) === null) folding.left.add(one.sessionId)
      return []
    }
    if (tries.length > 0 || (result !== null && isEnded(result))) tries.push({ session, result })
  }
  return tries
}

/** Whether sessions of a preset can decide a case; an issuance only if it is the case's own preset. */
const mayDecide = (id: string): boolean => presetById(id)?.kind === 'presentation' || decidingPresets.has(id)

const decidingPresets: ReadonlySet<string | null> = new Set(
  casesOfEditions.flatMap(({ id, preset }) => {
    const { alongside = [], instead = [], control } = pairedCase(id)
    return [preset, ...alongside, ...instead, control?.preset ?? null]
  }),
)

/** Loads stored results of the sessions that count, and of earlier ones while there may be too few. */
async function loadKept(
  presets: readonly (readonly CampaignRun[])[],
  { ports }: Pick<RequestContext, 'ports'>,
): Promise<void> {
  const known = (one: CampaignRun) => resultAtHand(one, ports)
  for (let from = 0, to = judgedTriesMax; ; from = to, to *= 2) {
    const short = presets.filter(
      (sessions) =>
        sessions.length > from &&
        sessions.slice(0, from).filter((one) => isCounted(known(one))).length < judgedTriesMax,
    )
    if (short.length === 0) return
    const asked = short.flatMap((sessions) => sessions.slice(from, to)).filter((one) => known(one) === null)
    if (asked.length > 0) await ports.kept.load(asked.map(({ sessionId }) => sessionId))
  }
}

const unpacked = new WeakMap<KeptText, DecidingResult>()

/** A result that need not be computed: in memory, or stored. */
function resultAtHand({ sessionId }: CampaignRun, ports: Pick<Ports, 'memory' | 'kept'>): DecidingResult | null {
  const known = knownResult(sessionId, ports)
  if (known !== null) return known
  const text = ports.kept.get(sessionId)
  if (text === undefined) return null
  const result = unpacked.get(text) ?? unpackResult(text.text)
  unpacked.set(text, result)
  return result
}

/** The result of a session; `null` if it was deleted, or has to wait. */
async function resultOf(one: CampaignRun, folding: Folding): Promise<DecidingResult | null> {
  const { sessionId } = one
  const known = folding.results.get(sessionId) ?? resultAtHand(one, folding.ports)
  if (known !== null || folding.gone.has(sessionId)) return known
  if (folding.foldable === 0) {
    folding.left.add(sessionId)
    return null
  }
  folding.foldable -= 1
  const session = await folding.ports.store.session(sessionId)
  if (session !== null) return readResult(session, folding)
  folding.gone.add(sessionId)
  return null
}

const isCounted = (result: DecidingResult | null): boolean => result !== null && isEnded(result)

const isEnded = ({ state }: DecidingResult): boolean => state === 'decided' || state === 'silent'

/** The same sessions, with the part of their results that decides cases. */
async function withRuns(
  tries: ReadonlyMap<string, readonly Tried[]>,
  context: Pick<RequestContext, 'ports' | 'settings'>,
): Promise<Map<string, Try[]>> {
  const isOurs = ownCredentials(context)
  const judged = new Map<string, Try[]>()
  for (const [id, found] of tries) {
    const expects = presetById(id)?.expects ?? 'answer'
    const made: Try[] = []
    for (const { session, result } of found) {
      const run =
        result !== null && isEnded(result)
          ? {
              ...result,
              // What the screen showed afterwards decides no case that the presentation decides.
              ...(personCase(id) === null ? {} : { told: null, toldBy: null }),
              sessionId: session.sessionId,
              preset: id,
              expects,
              foundOfOthers: await foundOfOthers(result, isOurs),
            }
          : null
      made.push({ session, run })
    }
    judged.set(id, made)
  }
  return judged
}

/** The newest entry for each case, unless it withdraws the result. */
export function newestEntries(entries: readonly EnteredResult[]): Map<string, EnteredResult> {
  const newest = new Map(entries.map((entry) => [entry.caseId, entry]))
  return new Map([...newest].filter(([, { result }]) => result !== 'withdrawn'))
}

/**
 * The entries that count in an edition, by its case ids: those for its own cases, and for cases of the edition before that
 * it has in the same words. An entry is of the newest edition that has its case.
 */
function enteredIn(edition: Edition, newest: ReadonlyMap<string, EnteredResult>): ReadonlyMap<string, EnteredResult> {
  return new Map(
    edition.cases.flatMap((one) => {
      const [former = ''] = one.from
      const entry = newestWith(one.id) === edition ? newest.get(one.id) : undefined
      const carried = entry ?? (one.kin === 'same' ? newest.get(former) : undefined)
      return carried === undefined ? [] : [[one.id, carried] as const]
    }),
  )
}

/** The newest edition in which a person may enter a result for the case. */
const newestWith = (id: string): Edition | undefined =>
  editions.find(({ cases }) => cases.some((one) => one.id === id && mayBeEntered(one)))

/**
 * Judges every case of an edition by these sessions, the declaration and what was stated where no session can show it, and
 * counts the verdicts. A case without a session says so where one was deleted, or ran out.
 */
export function foldCoverage(
  runs: readonly Run[],
  declaration: Declaration | null = null,
  edition: Edition = defaultEdition,
  {
    removed = new Set(),
    entered = new Map(),
    ranOut = new Set(),
  }: Partial<Pick<WalletCoverage, 'removed' | 'entered'> & Pick<WalletRecord, 'ranOut'>> = {},
): Pick<
  WalletCoverage,
  'declaration' | 'contradicted' | 'counts' | 'groups' | 'headline' | 'sides' | 'baselines' | 'causes' | 'cases'
> {
  const contradicted = contradictions(declaration?.items ?? {}, seenItems(runs))
  const declared = declaredOf({ declaration, contradicted })
  const judged = edition.cases.map((official) => {
    const byRuns = judgeCase(official, runs, pairedCase(official.id), declared)
    const told = toldOfRemoval(official, byRuns, removed)
    return { official, judged: withStatement(official, told, entered.get(official.id), ranOut) }
  })
  const cases = withContradictions(judged)
  return {
    declaration,
    contradicted,
    counts: countCases(cases),
    groups: groupCases(cases),
    headline: headlineOf(cases),
    sides: headlinesBySide(cases),
    baselines: headlinesBySide(cases, ({ baseline }) => baseline),
    causes: causesOf(cases),
    cases,
  }
}

/** What verdicts are based on besides sessions. */
export const declaredOf = ({
  declaration,
  contradicted,
}: Pick<WalletCoverage, 'declaration' | 'contradicted'>): Declared => ({
  values: declaration?.items ?? {},
  contradicted: new Set(contradicted.keys()),
})

/** Adds to each failed case the passed cases that demand the opposite, and leaves out doubts that passed cases answer. */
export function withContradictions(cases: readonly Omit<CoveredCase, 'contradictedBy'>[]): CoveredCase[] {
  const passed = new Set(cases.filter(({ judged }) => judged.verdict === 'passed').map(({ official }) => official.id))
  return cases.map((one) => ({
    ...one,
    judged: withoutDoubt(one, passed),
    contradictedBy: one.judged.verdict === 'failed' ? contradictionsOf(one.official, (id) => passed.has(id)) : [],
  }))
}

/** A passed case without the remark that another passed case answers. */
function withoutDoubt(
  { official, judged }: Pick<CoveredCase, 'official' | 'judged'>,
  passed: ReadonlySet<string>,
): CoveredCase['judged'] {
  const { remark, unlessPassed = [] } = pairedCase(official.id)
  const isAnswered = judged.remark === remark && unlessPassed.some((id) => passed.has(id))
  return isAnswered ? { ...judged, remark: null } : judged
}

/** The error for a wallet and version without a campaign that counts. */
export const noCampaign = ({ asker }: Pick<RequestContext, 'asker'>): ProtocolError =>
  new ProtocolError(
    'campaign_not_found',
    countsOperatorOnly(asker)
      ? 'No campaign that was started with the operator token is about a wallet of this name and version.'
      : 'No campaign is about a wallet of this name and version.',
  )
