import { LRUCache } from 'lru-cache'
import type { OpenApiDocument } from '@/lib/contract/openapi/document'
import { type CampaignProgress, readProgress } from '@/lib/core/campaigns/campaign-progress'
import { casesOfEditionsInSession } from '@/lib/core/campaigns/official-cases/cases-of-findings'
import { type Evidence, loadEvidence } from '@/lib/core/engine/evidence/load-evidence'
import { projectLedgerRecord } from '@/lib/core/engine/evidence/project-exchange'
import { projectInTurns } from '@/lib/core/engine/evidence/project-session'
import type { LedgerRecord } from '@/lib/core/engine/evidence/session-view'
import { loadSession } from '@/lib/core/engine/sessions/load-session'
import { issuerConfigurations } from '@/lib/core/issuer/configurations'
import { buildCatalogueEntry, type IssuerCatalogueEntry } from '@/lib/core/issuer/configurations/catalogue-entry'
import { type ServedDocument, servedDocuments } from '@/lib/core/issuer/endpoints/served-documents'
import { laterOffer } from '@/lib/core/issuer/endpoints/sessions/session-offers'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { buildCredentialOffer } from '@/lib/core/issuer/read/credential-offer'
import { laboratoryEnd } from '@/lib/core/issuer/read/laboratory'
import type { LaboratoryOffer } from '@/lib/core/issuer/read/later-offer'
import { sessionKinds } from '@/lib/core/issuer-and-verifier'
import { builtInPipelines } from '@/lib/core/scoreboard/pipelines/built-in-pipelines'
import { walletProtocols } from '@/lib/core/shared/http/exchange'
import type { DocumentPair } from '@/lib/core/shared/mutations/document-pair'
import type { CertificateFact } from '@/lib/core/shared/ports/certificate-facts'
import { digestOf } from '@/lib/core/shared/ports/digests'
import { toCampaignId, toSessionId } from '@/lib/core/shared/ports/ids'
import { type LaboratoryCertificates, laboratoryOf } from '@/lib/core/shared/ports/laboratory'
import type { Ports } from '@/lib/core/shared/ports/ports'
import type { ProtocolSettings } from '@/lib/core/shared/ports/settings'
import type { RunQuery, RunReference } from '@/lib/core/shared/ports/store'
import type { Campaign, IssuanceSession, PresentationSession, Session } from '@/lib/core/shared/ports/store-types'
import type { EpochMillis } from '@/lib/core/shared/time/time'
import { visibleTexts } from '@/lib/core/shared/values/escape'
import type { JsonObject } from '@/lib/core/shared/values/json'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { type BrowserAsking, readBrowserAsking } from './browser-asking'
import { changedDocuments } from './changed-documents'
import { descriptionFor } from './descriptions'
import { type ExchangeVerdict, exchangeVerdict } from './exchange-verdict'
import { createInspections, type Inspection, type Shown } from './inspections'
import { type NamedWorkbench, readNamedWorkbench, readWorkbench, type ShownWorkbench } from './workbenches'

/** What pages may read about one kind of session. Sessions of another kind do not exist here. */
interface SessionQueries<View> {
  /** True when a session of this kind has this id. */
  has(id: string): Promise<boolean>
  /** The read-back of a session, `null` when there is none. */
  view(id: string): Promise<View | null>
  /** The read-back of a session with its revision, `null` when there is none. */
  inspection(id: string): Promise<Inspection<View> | null>
  /** A string that changes whenever the session's evidence changes; `null` when there is no session. */
  revision(id: string): Promise<string | null>
  /** What its tester changed on purpose: each changed document, right and as sent, without secrets. */
  changed(id: string): Promise<readonly DocumentPair[]>
}

/** A ledger record with the members that the API omits. */
export interface TimedRecord extends LedgerRecord {
  /** Milliseconds until the answer was decided. */
  readonly duration_ms: number
  /** Whether it was sent to an issuer that belongs to one session. */
  readonly isAtLaboratory: boolean
  readonly verdict: ExchangeVerdict
  /** Whether a run of a built-in pipeline caused it. */
  readonly isBuiltIn: boolean
}

/** A run, with the digest of the secret by which its tester may change its name; `null` where only the operator may. */
interface KnownRun extends RunReference {
  readonly renameDigest: string | null
}

/** What the issuer of a session serves, as the next fetch gets it, and the certificates of its signers. */
export interface ServedLaboratory {
  readonly documents: readonly ServedDocument[]
  readonly certificates: readonly ServedCertificate[]
}

/** A certificate with what people look for in it. */
interface ServedCertificate {
  /** What it is for, in words. */
  readonly name: string
  /** Base64 DER. */
  readonly der: string
  /** `null` if it cannot be read. */
  readonly facts: CertificateFact | null
}

/** Everything that pages may read. Nothing here writes. */
export interface Queries {
  readonly issuance: SessionQueries<IssuanceSessionView> & {
    /** The credential offer of a session as it is hosted; `null` when there is no such session. */
    offer(id: string): Promise<JsonObject | null>
    /** A later offer of a session's own issuer: `null` once it is used or over, `undefined` when there is none. */
    laterOffer(id: string, offerId: string): Promise<LaboratoryOffer | null | undefined>
    /** What the issuer of a session serves and signs with; `null` when it has none of its own that is served. */
    laboratory(id: string): Promise<ServedLaboratory | null>
  }
  readonly presentation: SessionQueries<PresentationSessionView>
  /** What the page shows that asks a wallet through the browser; `null` when no such request has this id. */
  browserAsking(id: string): Promise<BrowserAsking | null>
  /** A workbench by its id or by that of its address for readers; `null` when there is none, or it has ended. */
  workbench(key: 'digest' | 'viewDigest', id: string): Promise<ShownWorkbench | null>
  /** What the workbench that is found so is called; `null` when there is none, or it has ended. */
  namedWorkbench(key: 'digest' | 'viewDigest', id: string): Promise<NamedWorkbench | null>
  /** The newest requests of all protocols, oldest first. The ledger's limit applies to each protocol. */
  ledger(): Promise<TimedRecord[]>
  /** Sessions and campaigns, newest first. */
  runs(query: RunQuery): Promise<RunReference[]>
  /** What a run is, when it began, and who may change its name; `null` when nothing has this id. */
  run(id: string): Promise<KnownRun | null>
  /** A campaign with what its sessions came to; `null` when there is none. */
  campaign(id: string): Promise<CampaignProgress | null>
  /** The wallet that a campaign is about; `null` when there is no such campaign. */
  campaignWallet(id: string): Promise<Campaign['wallet'] | null>
  /** Of ids of sessions and campaigns, those that runs of built-in pipelines made. */
  readonly builtIn: BuiltInMarks
  /** True when a campaign has this id. */
  hasCampaign(id: string): Promise<boolean>
  readonly baseUrl: string
  readonly issuers: readonly IssuerCatalogueEntry[]
  /** The same as at `/openapi.json`. */
  readonly description: OpenApiDocument
}

/** Maximum number of exchanges that pages load. They show fewer, but search all of these for findings. */
const newest = { newestMax: 250 }

type Reads = Pick<Ports, 'store'>

/** Everything on record about the issuance session with this id; `null` when there is none or the id is malformed. */
async function loadIssuanceEvidence(id: string, ports: Reads): Promise<Evidence<IssuanceSession> | null> {
  const session = await loadSession('issuance', id, ports)
  return session === null ? null : loadEvidence(session, ports)
}

/** Everything on record about the presentation session with this id; `null` as above. */
async function loadPresentationEvidence(id: string, ports: Reads): Promise<Evidence<PresentationSession> | null> {
  const session = await loadSession('presentation', id, ports)
  return session === null ? null : loadEvidence(session, ports)
}

interface OfKind<Of extends Session, View> {
  readonly kind: Of['kind']
  readonly settings: ProtocolSettings
  readonly ports: Ports
  readonly load: (id: string) => Promise<Evidence<Of> | null>
  readonly project: (evidence: Evidence<Of>, now: EpochMillis) => Promise<View>
}

function sessionQueries<Of extends Session, View extends Shown>(ofKind: OfKind<Of, View>): SessionQueries<View> {
  const { kind, ports, settings, load, project } = ofKind
  const inspections = createInspections(ofKind)
  return {
    async has(id) {
      return (await loadSession(kind, id, ports)) !== null
    },
    async view(id) {
      const evidence = await load(id)
      return evidence && project(evidence, ports.now())
    },
    changed: (id) => changedDocuments(kind, id, { ports, settings }),
    inspection: inspections.read,
    revision: inspections.revision,
  }
}

/** The certificates of an issuer, each chain from its leaf up, as far as it is sent along; last a root of its own. */
function certificatesOf({ credential, mdoc, root }: LaboratoryCertificates, ports: Ports): ServedCertificate[] {
  const read = ports.trustAnchors('credential_issuer')
  const chain = (signs: string, certificates: readonly string[]) =>
    // Their subjects are numbered from the root.
    certificates.map((der, index) => ({
      name: index === 0 ? `Signs ${signs}` : `Intermediate ${certificates.length - index} of it`,
      der,
    }))
  const named = [
    ...chain('SD-JWT VC, status lists and metadata', credential),
    ...chain('mdoc', mdoc),
    ...(root === undefined ? [] : [{ name: 'Root of its own', der: root }]),
  ]
  return named.map((one) => {
    const facts = read([one.der])
    return { ...one, facts: facts.readable ? facts.certificates[0] : null }
  })
}

/** Creates the read side for pages, over the same ports and projections as the API. */
export function createQueries(
  ports: Ports,
  settings: ProtocolSettings,
  refusedScans: (doorDigest: string) => number,
): Queries {
  const builtIn = createBuiltInMarks(ports)
  return {
    builtIn,
    issuance: {
      ...sessionQueries<IssuanceSession, IssuanceSessionView>({
        kind: 'issuance',
        ports,
        settings,
        load: (id) => loadIssuanceEvidence(id, ports),
        project: (evidence, now) =>
          projectInTurns(sessionKinds.issuance, {
            ...evidence,
            now,
            settings,
            ports,
            show: newest,
            officialCases: casesOfEditionsInSession(evidence, { ports, settings }),
          }),
      }),
      async offer(id) {
        const session = await loadSession('issuance', id, ports)
        return session && buildCredentialOffer(session, settings.baseUrl, ports.keyedHash)
      },
      laterOffer: (id, offerId) =>
        laterOffer({ sessionId: id, offerId }, { at: ports.now(), baseUrl: settings.baseUrl, ports }),
      async laboratory(id) {
        const session = await loadSession('issuance', id, ports)
        if (session?.laboratory === undefined) return null
        if (laboratoryEnd(session.laboratory, await ports.store.events(session.sessionId)) <= ports.now()) return null
        return visibleTexts({
          documents: await servedDocuments(session, { at: ports.now(), ports, settings }),
          certificates: certificatesOf(session.laboratory.certificates, ports),
        })
      },
    },
    presentation: sessionQueries<PresentationSession, PresentationSessionView>({
      kind: 'presentation',
      ports,
      settings,
      load: (id) => loadPresentationEvidence(id, ports),
      project: (evidence, now) => {
        const officialCases = casesOfEditionsInSession(evidence, { ports, settings })
        return projectInTurns(sessionKinds.presentation, {
          ...evidence,
          now,
          settings,
          ports,
          show: newest,
          officialCases,
        })
      },
    }),
    workbench: (key, id) => readWorkbench(key, id, { ports, settings, refusedScans }),
    namedWorkbench: (key, id) => readNamedWorkbench(key, id, { ports }),
    browserAsking: (id) => readBrowserAsking(id, { ports, settings }),
    async ledger() {
      const newest = await ports.store.ledger(settings.ledgerSize * walletProtocols.length)
      const made = await builtIn(newest.flatMap(({ sessionId }) => sessionId ?? []))
      return newest.map((exchange) => ({
        ...projectLedgerRecord(exchange),
        isBuiltIn: made.has(exchange.sessionId ?? ''),
        duration_ms: exchange.durationMillis,
        isAtLaboratory: laboratoryOf(exchange.issuerId ?? '') !== null,
        verdict: exchangeVerdict(exchange),
      }))
    },
    runs: (query) => ports.store.runs(query),
    async run(id) {
      const [sessionId, campaignId] = [toSessionId(id), toCampaignId(id)]
      const session = sessionId && (await ports.store.session(sessionId))
      if (session) {
        const { kind, createdAt: at, options } = session
        return { kind, id, at, renameDigest: options.rename_digest ?? null }
      }
      const campaign = campaignId && (await ports.store.campaign(campaignId))
      if (!campaign) return null
      return { kind: 'campaign', id, at: campaign.createdAt, renameDigest: campaign.renameDigest ?? null }
    },
    async campaign(id) {
      const known = toCampaignId(id)
      const campaign = known && (await ports.store.campaign(known))
      return campaign ? readProgress(campaign, { ports, settings }) : null
    },
    async campaignWallet(id) {
      const known = toCampaignId(id)
      return (known && (await ports.store.campaign(known)))?.wallet ?? null
    },
    async hasCampaign(id) {
      const known = toCampaignId(id)
      return known !== null && (await ports.store.campaign(known)) !== null
    },
    baseUrl: settings.baseUrl,
    get description() {
      return descriptionFor(settings)
    },
    issuers: issuerConfigurations.map((configuration) => buildCatalogueEntry(settings.baseUrl, configuration)),
  }
}

/** How many ids are remembered. Who made a session never changes. */
const knownMax = 10_000

const readAtOnce = 8

const builtIn: ReadonlySet<string> = new Set(builtInPipelines.map(({ id }) => id))

/** Of ids of sessions and campaigns, those that runs of built-in pipelines made. */
type BuiltInMarks = (ids: readonly string[]) => Promise<ReadonlySet<string>>

/** Reads who made sessions and campaigns, each once. */
function createBuiltInMarks({ store, sha256 }: Pick<Ports, 'store' | 'sha256'>): BuiltInMarks {
  const known = new LRUCache<string, boolean>({ max: knownMax })
  const read = async (id: string): Promise<void> => {
    const made = await store.oneTimeValue('made_with_key', digestOf(id, sha256))
    const pipeline = made?.data.pipeline
    known.set(id, typeof pipeline === 'string' && builtIn.has(pipeline))
  }
  return async (ids) => {
    const unknown = [...new Set(ids)].filter((id) => known.get(id) === undefined)
    for (let from = 0; from < unknown.length; from += readAtOnce)
      await Promise.all(unknown.slice(from, from + readAtOnce).map(read))
    return new Set(ids.filter((id) => known.get(id) === true))
  }
}
