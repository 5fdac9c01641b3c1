import type { RequestContext } from '../../engine/endpoints/request-context'
import { bySeverity } from '../../ground/ports/finding'
import type { SessionId } from '../../ground/ports/ids'
import type { Asker } from '../../ground/ports/places'
import type { Ports } from '../../ground/ports/ports'
import type { KeptText } from '../../ground/ports/session-memory'
import type { CampaignRun, Store } from '../../ground/ports/store'
import type { Campaign, Declaration, EnteredResult } from '../../ground/ports/store-types'
import { toBase64 } from '../../ground/values/base64url'
import { groupBy } from '../../ground/values/collections'
import type { DecidingResult, PresentedCredential } from '../deciding-result'
import { unpackResult } from '../packed-result'
import { presetById } from '../presets'
import { knownResult, readResult } from '../session-result'
import type { Declared } from './applies-if'
import { judgeCase, type Run } from './case-verdict'
import { officialCases } from './cases'
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
} from './coverage-counts'
import type { ItemName } from './declared-items'
import { contradictionsOf } from './defects'
import { takesEntry } from './official-case'
import { pairedCase } from './paired-cases'
import { contradictions, type SeenItem, seenItems } from './seen-items'

/** Tells whether this service issued a presented credential. */
type IsOurs = (credential: Pick<PresentedCredential, 'iss' | 'authority'>) => Promise<boolean>

/**
 * Ours is what names an issuer below our address, or is signed under a root of ours: that of the installation, or that of
 * the PID providers of its European trust framework.
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

/** The findings of a session without those about credentials of ours; `null` where all that was presented is ours. */
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

/** How many of a wallet's campaigns to list, newest first: a page of storage. The sessions of all of them count. */
const coverageCampaignsMax = 1000

/** Of how many wallets to remember what was read: each may hold the results of a thousand sessions. */
const rememberedMax = 4

/**
 * How many sessions of a preset to judge: the one that counts and those before it. Any others are listed without a
 * verdict.
 */
const judgedTriesMax = 6

/** How many entered results a wallet and version may have. */
export const enteredMax = 500

/** How many entered results to read: once the limit is reached, each case may still be withdrawn once. */
export const enteredReadMax = enteredMax + officialCases.filter(takesEntry).length

/** A session of a preset, and its result; `null` if it did not end or is too old. */
export interface Try {
  readonly session: CampaignRun
  readonly run: Run | null
}

/** What the campaigns of one wallet and version say about every case. */
export interface WalletCoverage {
  readonly wallet: Campaign['wallet']
  /** True if only campaigns and results made with the operator token count; otherwise anybody's do. */
  readonly operatorOnly: boolean
  /** Newest first. */
  readonly campaigns: readonly Campaign[]
  /** For each preset, the session that counts and those before it, newest first. */
  readonly tries: ReadonlyMap<string, readonly Try[]>
  /** Results that were entered, by case id: the newest for each case, without withdrawn ones. */
  readonly entered: ReadonlyMap<string, EnteredResult>
  /** What the maker declared last; `null` for nothing. */
  readonly declaration: Declaration | null
  /** What of that sessions contradict. */
  readonly contradicted: ReadonlyMap<ItemName, SeenItem>
  readonly counts: CaseCounts
  readonly groups: readonly CoverageGroup[]
  readonly headline: Headline
  readonly causes: readonly FailureCause[]
  readonly cases: readonly CoveredCase[]
}

/** If an operator token is set, what strangers add does not count. */
export const countsOperatorOnly = (asker: Asker): boolean => asker !== 'anybody'

/** What was read of a wallet, and what it was made of. */
interface Remembered {
  readonly mark: string
  readonly sessions: readonly CampaignRun[]
  readonly results: ReadonlyMap<SessionId, DecidingResult>
  readonly coverage: WalletCoverage
}

/** What was read last of a few wallets, by the storage that it came from. Losing it does no harm. */
const remembered = new WeakMap<Store, Map<string, Remembered>>()

/**
 * Reads everything on record about a wallet. For each preset, the newest session that ended counts. While nothing changes,
 * it is the same object.
 */
export async function readCoverage(
  wallet: Campaign['wallet'],
  context: Pick<RequestContext, 'ports' | 'settings' | 'asker'>,
): Promise<WalletCoverage> {
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
  for (const [id, ofPreset] of byPreset) {
    const found = await readTries(ofPreset, { ...context, results })
    if (found.length > 0) tries.set(id, found)
  }
  if (before !== undefined && sessions === null && isSame(results, before.results)) return before.coverage
  const campaigns = await store.campaigns({ ...query, max: coverageCampaignsMax })
  const entered = newestEntries(await store.enteredResults({ ...query, max: enteredReadMax }))
  const judged = await withRuns(tries, context)
  const runs = [...judged.values()].flatMap(([newest]) => newest?.run ?? [])
  const [declaration = null] = await store.declarations({ ...query, max: 1 })
  const coverage = { wallet, operatorOnly, campaigns, tries: judged, entered, ...foldCoverage(runs, declaration) }
  ofStore.delete(key)
  ofStore.set(key, { mark, sessions: all, results, coverage })
  for (const oldest of [...ofStore.keys()].slice(0, -rememberedMax)) ofStore.delete(oldest)
  return coverage
}

const newestFirst = (one: CampaignRun, other: CampaignRun): number =>
  other.createdAt - one.createdAt || (one.sessionId < other.sessionId ? -1 : 1)

const isSame = <Key, Value>(one: ReadonlyMap<Key, Value>, other: ReadonlyMap<Key, Value>): boolean =>
  one.size === other.size && [...one].every(([key, value]) => other.get(key) === value)

/** A session of a preset, and its result; `null` if it is too old to be read. */
interface Tried {
  readonly session: CampaignRun
  readonly result: DecidingResult | null
}

/** The sessions of a preset, starting with the newest one that ended; empty if none did. Adds what it reads to `results`. */
async function readTries(
  sessions: readonly CampaignRun[],
  context: Pick<RequestContext, 'ports' | 'settings'> & { readonly results: Map<SessionId, DecidingResult> },
): Promise<Tried[]> {
  const tries: Tried[] = []
  for (const session of sessions) {
    const result = tries.length < judgedTriesMax ? await resultOf(session, context) : null
    if (result !== null) context.results.set(session.sessionId, result)
    if (tries.length > 0 || (result !== null && isEnded(result))) tries.push({ session, result })
  }
  return tries
}

/** True for a preset whose sessions say something of a case: an issuance does where it is that of one. */
const mayDecide = (id: string): boolean => presetById(id)?.kind === 'presentation' || decidingPresets.has(id)

const decidingPresets: ReadonlySet<string | null> = new Set(
  officialCases.flatMap(({ id, preset }) => {
    const { alongside = [], instead = [], control } = pairedCase(id)
    return [preset, ...alongside, ...instead, control?.preset ?? null]
  }),
)

/** Asks storage for what it has of the sessions that count, and of those behind them as long as that may be too few. */
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

/** A result that this process need not make: one that it made, or one that storage has kept. */
function resultAtHand({ sessionId }: CampaignRun, ports: Pick<Ports, 'memory' | 'kept'>): DecidingResult | null {
  const known = knownResult(sessionId, ports)
  if (known !== null) return known
  const text = ports.kept.get(sessionId)
  if (text === undefined) return null
  const result = unpacked.get(text) ?? unpackResult(text.text)
  unpacked.set(text, result)
  return result
}

/** The result of a session; `null` once it was deleted. */
async function resultOf(
  one: CampaignRun,
  context: Pick<RequestContext, 'ports' | 'settings'>,
): Promise<DecidingResult | null> {
  const { sessionId } = one
  const known = resultAtHand(one, context.ports)
  if (known !== null) return known
  const session = await context.ports.store.session(sessionId)
  return session && readResult(session, context)
}

const isCounted = (result: DecidingResult | null): boolean => result !== null && isEnded(result)

const isEnded = ({ state }: DecidingResult): boolean => state === 'decided' || state === 'silent'

/** The same sessions, with what their results decide. */
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
              // What the screen showed after the presentation decides no case that the presentation does.
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

/** The newest entry for each case, unless that withdraws the result. */
export function newestEntries(entries: readonly EnteredResult[]): Map<string, EnteredResult> {
  const newest = new Map(entries.map((entry) => [entry.caseId, entry]))
  return new Map([...newest].filter(([, { result }]) => result !== 'withdrawn'))
}

/** Judges every case by these sessions and by what was declared, and counts the verdicts. */
export function foldCoverage(
  runs: readonly Run[],
  declaration: Declaration | null = null,
): Pick<WalletCoverage, 'declaration' | 'contradicted' | 'counts' | 'groups' | 'headline' | 'causes' | 'cases'> {
  const contradicted = contradictions(declaration?.items ?? {}, seenItems(runs))
  const declared = declaredOf({ declaration, contradicted })
  const judged = officialCases.map((official) => ({
    official,
    judged: judgeCase(official, runs, pairedCase(official.id), declared),
  }))
  const cases = withContradictions(judged)
  return {
    declaration,
    contradicted,
    counts: countCases(cases),
    groups: groupCases(cases),
    headline: headlineOf(cases),
    causes: causesOf(cases),
    cases,
  }
}

/** What verdicts follow from besides sessions. */
export const declaredOf = ({
  declaration,
  contradicted,
}: Pick<WalletCoverage, 'declaration' | 'contradicted'>): Declared => ({
  values: declaration?.items ?? {},
  contradicted: new Set(contradicted.keys()),
})

/** Tells of each failed case what passed and demands the contrary. */
export function withContradictions(cases: readonly Omit<CoveredCase, 'contradictedBy'>[]): CoveredCase[] {
  const passed = new Set(cases.filter(({ judged }) => judged.verdict === 'passed').map(({ official }) => official.id))
  return cases.map((one) => ({
    ...one,
    contradictedBy: one.judged.verdict === 'failed' ? contradictionsOf(one.official.id, (id) => passed.has(id)) : [],
  }))
}
