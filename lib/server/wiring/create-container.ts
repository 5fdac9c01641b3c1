import { randomUUID, X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { openKeyStore } from '@/lib/adapters/crypto/key-store'
import { digest, hmac, isPublicKey, random, sha256, thumbprintOf, verifySignature } from '@/lib/adapters/crypto/ports'
import { sealingUnder } from '@/lib/adapters/crypto/seal-key'
import { readIdentities } from '@/lib/adapters/crypto/trust/own-access'
import { readTrustAnchors, trustAnchors, trustAnchorsByExchange } from '@/lib/adapters/crypto/trust-anchors'
import { createGuardedFetch, fetchesMax, statusLists } from '@/lib/adapters/fetch/guarded-fetch'
import { createKeptResults } from '@/lib/adapters/kept-results'
import { createMemoryPublished } from '@/lib/adapters/memory/memory-published'
import type { PurgeCounts } from '@/lib/adapters/pocketbase/store/retention'
import { withSealedClaims } from '@/lib/adapters/sealed-claims'
import { createSessionMemory } from '@/lib/adapters/session-memory'
import { createSpools } from '@/lib/adapters/spool'
import { trustListFetch } from '@/lib/adapters/trust-lists/list-sources'
import { openTrustLists } from '@/lib/adapters/trust-lists/trust-lists'
import { zlib } from '@/lib/adapters/zlib/zlib'
import { applyDeviation } from '@/lib/core/engine/endpoints/apply-deviation'
import { sealStored } from '@/lib/core/scoreboard/pipelines/write-pipeline'
import type { ServicePorts } from '@/lib/core/scoreboard/scoreboard-ports'
import checks from '@/lib/core/shared/ports/checks.json'
import { fingerprintOf } from '@/lib/core/shared/ports/digests'
import type { MadeIn } from '@/lib/core/shared/ports/made-in'
import type { Seeker } from '@/lib/core/shared/ports/places'
import type { Clock, FetchDocument, FetchError, StorageHealth } from '@/lib/core/shared/ports/ports'
import type { ProtocolSettings } from '@/lib/core/shared/ports/settings'
import type { Store } from '@/lib/core/shared/ports/store'
import type { Commit, CommitOutcome, IssuanceSession } from '@/lib/core/shared/ports/store-types'
import { sessionExchangesMax, sessionExchangesWholeMax, sessionTtlSeconds } from '@/lib/core/shared/time/durations'
import { epochMillis } from '@/lib/core/shared/time/time'
import service from '@/package.json'
import type { Settings } from '../basics/env'
import { createLog } from '../basics/log'
import { createTurns } from '../basics/turns'
import type { Container } from '../container'
import { createAddressLimit } from '../guard/address-limit'
import { createAddressQuota } from '../guard/address-quota'
import { openAdminKeys, wrongKeysPerMinute } from '../guard/admin-key'
import { createBundleRequests, waitingBundlesMax } from '../guard/bundle-requests'
import { createDiskFloor, type FreeBytes, freeBytesOf } from '../guard/disk-floor'
import { createExchangeBound } from '../guard/exchange-bound'
import { createRequestPlaces } from '../guard/first-requests'
import { createKeyLookups } from '../guard/key-lookups'
import { createLaboratoryPlaces } from '../guard/laboratory-places'
import { wrongTokensPerMinute } from '../guard/operator'
import { createOperatorDrafts } from '../guard/operator-drafts'
import { createOperatorSessions } from '../guard/operator-sessions'
import { createOrganizationSessions } from '../guard/organization-sessions'
import { createIsOwnHost } from '../guard/own-hosts'
import { createPageRuns, walletRunsMax } from '../guard/page-runs'
import { createPlaces, type Places } from '../guard/places'
import { publicationsPerHour, wrongPublishTokensPerMinute } from '../guard/publisher'
import { createRateLimit } from '../guard/rate-limit'
import { createRefusedScans } from '../guard/refused-scans'
import { equalRefusalsMax } from '../guard/restrain'
import { createStorageBounds } from '../guard/storage-bounds'
import { createWaits, waitsMax } from '../guard/waits'
import { countExecutions } from '../metrics/count-executions'
import { createVerdictCounter } from '../metrics/count-verdicts'
import type { ManagedScoreboard } from '../metrics/managed-scoreboard'
import { measureService } from '../metrics/measure-service'
import { createMetrics } from '../metrics/metrics'
import { descriptionFor } from '../read/descriptions'
import { createQueries } from '../read/queries'
import { createMadeSecrets, secretKinds } from '../secrets/made-secrets'
import { createSessionSecrets } from '../secrets/session-secrets'
import { openTls } from '../tls/open-tls'
import { phoneAccess } from '../tls/phone-access'
import { createRefusedHandshakes } from '../tls/refused-handshakes'
import { absentScoreboard } from './absent-scoreboard'
import { logTrustList, noTrustLists } from './keep-trust-lists'
import type { ManagedPublished } from './open-published'
import { readRegisteredClients } from './registered-clients'
import { resultsKey } from './results-key'
import { readScopeAliases } from './scope-aliases'
import { isStoredElsewhere } from './store-credentials'

/** Milliseconds that a start waits for lists of trusted entities. */
const listsAtStartMillis = 5000

/** Requests whose evidence is being written: all who ask share the queue of storage. */
const commitsMax = 2000

/** Workbenches that an address may open in a day. */
const workbenchesPerDay = 20

/** Laboratories whose sessions are in memory: another one costs two reads of storage. */
const laboratoriesMax = 256

/** How many values of earlier processes a start reads at most. */
const valuesAtStartMax = 20_000

/** A store, with what the server needs besides the port. */
export interface ManagedStore extends Store {
  healthy(): Promise<StorageHealth>
  purge(options: { readonly retentionDays: number }): Promise<PurgeCounts>
  close(): Promise<void>
}

/** Wires the service. Tests pass in their own store and clock; production uses PocketBase and the system clock. */
export async function createContainer(input: {
  readonly settings: Settings
  readonly openStore: (now: Clock) => Promise<ManagedStore>
  readonly openScoreboard?: () => ManagedScoreboard
  /** Absent where published wallets need not outlive this process. */
  readonly openPublished?: () => ManagedPublished
  readonly now?: Clock
  /** Names the code that judges sessions; `null` or absent where that may change, and results are not stored. */
  readonly code?: string | null
  /** Replaces outgoing requests to other hosts, if the settings allow those. Not set in production. */
  readonly fetchDocument?: FetchDocument
  /** False: the lists of `trust/lists.json` are not read. */
  readonly readsTrustLists?: false
  /** Replaces the measurement of free disk space. Not set in production. */
  readonly freeBytes?: FreeBytes
  /** Exchanges of a session that are stored completely. */
  readonly exchangesWholeMax?: number
  /** Exchanges that a session may have. */
  readonly exchangesMax?: number
}): Promise<Container> {
  const { settings } = input
  const now = input.now ?? (() => epochMillis(Date.now()))
  const { baseUrl, testTls } = settings
  const opened = await input.openStore(now)
  const keyStore = await openKeyStore({
    directory: join(settings.dataDir, 'keys'),
    baseUrl,
    now,
    server: testTls,
    verifierNamesHost: settings.verifierClientIdPrefix === 'x509_san_dns',
    identities: await readIdentities(join(settings.dataDir, 'trust', 'identities'), now()),
  })
  const store = withSealedClaims(opened, keyStore.keyedHash('own-claims', ''))
  const sealing = sealingUnder(keyStore.keyedHash('pipeline-definitions', ''))
  const bound = createExchangeBound(store, {
    wholeMax: input.exchangesWholeMax ?? sessionExchangesWholeMax,
    max: input.exchangesMax ?? sessionExchangesMax,
  })
  const protocolSettings = toProtocolSettings(settings, {
    clients: await readRegisteredClients(settings.dataDir),
    scopeAliases: await readScopeAliases(settings.dataDir),
  })
  const memory = createSessionMemory()
  const adminKeys = openAdminKeys(settings)
  const madeSecrets = createMadeSecrets({
    sha256,
    random,
    now,
    words: [settings.operatorToken ?? [], adminKeys].flat(),
  })
  const madeIn: MadeIn = (text) => madeSecrets.search()(text)
  const log = createLog({
    level: settings.logLevel,
    format: settings.logFormat ?? (process.stdout.isTTY ? 'pretty' : 'json'),
    madeIn,
  })
  const kept = createKeptResults({
    store,
    key: resultsKey(input.code ?? null, protocolSettings),
    onFailure: (error) => log.warn({ error: String(error) }, 'results of sessions were not stored'),
  })
  const gone = new Set<string>()
  const keepsPart = settings.operatorToken !== undefined
  const shared = (max: number): Places => createPlaces(max, { keepsPart })
  const waits = createWaits({ gone, places: shared(waitsMax) })
  const laboratorySessions = new LRUCache<string, IssuanceSession>({ max: laboratoriesMax })
  const fingerprint = (value: string) => fingerprintOf(value, keyStore)
  const laboratoryPlaces = createLaboratoryPlaces({
    max: settings.laboratoryMax,
    keepsPart,
    store: () => watched,
    uuid: randomUUID,
    fingerprint,
  })
  // Waiting requests are notified last, because they read what the other listeners have noted.
  const told = [bound, memory, kept, laboratoryPlaces, { written: rememberLaboratory(laboratorySessions) }, waits]
  const metrics = settings.metricsPort === undefined ? null : await createMetrics(Object.keys(checks))
  let verdicts: ReturnType<typeof createVerdictCounter> | null = null
  const watched: Store = {
    ...store,
    async commit(whole) {
      const commit = await bound.apply(whole)
      let outcome: CommitOutcome | null = null
      const begun = performance.now()
      metrics?.commitBegun()
      try {
        outcome = await store.commit(commit)
        return outcome
      } finally {
        metrics?.commitEnded(outcome?.status ?? 'failed', (performance.now() - begun) / 1000)
        verdicts?.written(commit, outcome)
        for (const one of told) one.written(commit, outcome)
      }
    },
  }
  const turns = createTurns()
  const tls = openTls(settings, keyStore.server, now())
  const diskFloor = (floorMib: number) =>
    createDiskFloor(floorMib, {
      freeBytes: input.freeBytes ?? freeBytesOf(settings.dataDir),
      now,
      onFailure: (error) => log.warn({ error: String(error) }, 'how much disk is free could not be looked up'),
    })
  const storageBounds = createStorageBounds({
    sessionLimit: createAddressLimit(settings.sessionRateLimitPerMinute),
    quota: createAddressQuota(settings.addressMibPerDay),
    disk: diskFloor(isStoredElsewhere(settings) ? 0 : settings.diskFloorMib),
    ...(metrics === null ? {} : { onRefused: metrics.quotaRefused }),
  })
  const openedScoreboard = input.openScoreboard?.() ?? absentScoreboard
  const scoreboard = metrics === null ? openedScoreboard : countExecutions(openedScoreboard, metrics)
  const published: ManagedPublished = input.openPublished?.() ?? createMemoryPublished()
  const sessionSecrets = createSessionSecrets({ store, keyedHash: keyStore.keyedHash, madeSecrets })
  try {
    madeSecrets.noteStored(await store.liveValues({ kinds: [...secretKinds], at: now(), max: valuesAtStartMax }))
  } catch (error) {
    log.warn({ error: String(error) }, 'values that were handed out before this start were not read')
  }
  const anchors = await readTrustAnchors(settings.dataDir)
  const root = new X509Certificate(keyStore.rootPem())
  const isOwnHost = createIsOwnHost(settings)
  const fetchList = input.fetchDocument ?? createGuardedFetch({ now, ...trustListFetch })
  const trustLists =
    input.readsTrustLists === false
      ? noTrustLists
      : await openTrustLists({
          dataDir: settings.dataDir,
          now,
          verifySignature,
          fetchList: (url) =>
            isOwnHost(new URL(url).host) ? Promise.resolve({ answered: false, error: 'own_host' }) : fetchList(url),
          report: logTrustList(log),
        })
  // Those that are slow come later.
  await Promise.race([trustLists.refresh(), pause(listsAtStartMillis, undefined, { ref: false })])
  const fetchPlaces = shared(fetchesMax)
  const takeFetchPlace = (seeker: Seeker): (() => void) | FetchError => {
    const taken = fetchPlaces.take(seeker, '')
    return typeof taken === 'function' ? taken : taken.lack === 'network' ? 'share_taken' : 'busy'
  }
  const ports: ServicePorts = {
    now,
    startedAt: now(),
    random,
    sha256,
    digest,
    keyedHash: keyStore.keyedHash,
    hmac,
    zlib,
    verifySignature,
    isPublicKey,
    trustAnchors: trustAnchors(anchors, root, now, trustLists),
    issuerKeys: keyStore.issuerKeys,
    laboratoryKeys: keyStore.laboratoryKeys,
    laboratorySessions,
    laboratoryPlaces,
    verifierKeys: keyStore.verifierKeys,
    statementSigner: keyStore.statementSigner,
    bundles: createBundleRequests({
      gone,
      openSpool: createSpools(join(settings.dataDir, 'bundles')),
      disk: diskFloor(settings.diskFloorMib),
      places: shared(waitingBundlesMax),
    }),
    trustKeys: keyStore.trustKeys,
    ownAccess: keyStore.ownAccess,
    fetchDocument: settings.fetchIssuerMetadata
      ? (input.fetchDocument ?? createGuardedFetch({ now, takePlace: takeFetchPlace }))
      : null,
    fetchStatusList: settings.fetchStatusLists
      ? (input.fetchDocument ?? createGuardedFetch({ now, takePlace: takeFetchPlace, ...statusLists }))
      : null,
    fetchTypeMetadata: settings.fetchTypeMetadata
      ? (input.fetchDocument ?? createGuardedFetch({ now, takePlace: takeFetchPlace }))
      : null,
    uuid: randomUUID,
    turn: turns.long,
    waits,
    madeIn,
    memory,
    kept,
    refuseCreation: storageBounds.refuseCreation,
    rootCertificate: { pem: keyStore.rootPem(), der: keyStore.rootDer() },
    openApi: () => descriptionFor(protocolSettings),
    parts: async () => {
      const [pocketbase, others] = await Promise.all([store.healthy(), scoreboard.parts()])
      return { pocketbase, ...others }
    },
    store: watched,
    published,
    scoreboard,
    sealing,
  }
  const refusedScans = createRefusedScans()
  const queries = createQueries(ports, protocolSettings, refusedScans.of)
  const onFailure = (error: unknown) => log.warn({ error: String(error) }, 'a session could not be counted')
  if (metrics !== null) {
    verdicts = createVerdictCounter({ metrics, views: queries, now, onFailure })
    metrics.measure(measureService({ dataDir: settings.dataDir, stored: !isStoredElsewhere(settings), ports, now }))
  }
  const stopCounting = verdicts?.start()
  return {
    ports,
    shortTurn: turns.short,
    hold: (seconds) => pause(seconds * 1000, undefined, { ref: false }),
    isSessionFull: bound.isFull,
    trustAnchorsByExchange: trustAnchorsByExchange(anchors, root, now, trustLists),
    trustLists,
    protocolSettings,
    keyStore,
    tls,
    trustedCertificates: [keyStore.rootPem(), ...(tls === null ? [] : [tls.cert])],
    phone: phoneAccess(settings, keyStore.rootDer()),
    refusedHandshakes: createRefusedHandshakes(),
    adminKeys,
    adminKeyLimit: createAddressLimit(wrongKeysPerMinute),
    keyLookups: createKeyLookups(),
    operatorSessions: createOperatorSessions(),
    organizationSessions: createOrganizationSessions(),
    operatorDrafts: createOperatorDrafts(),
    pageRuns: createPageRuns(),
    walletPlaces: { session: shared(walletRunsMax.session), campaign: shared(walletRunsMax.campaign) },
    laboratoryPlaces,
    commitPlaces: shared(commitsMax),
    trustsProxy: (settings.trustProxy ?? []).length > 0,
    operatorToken: settings.operatorToken ?? null,
    madeSecrets,
    sessionSecrets,
    operatorTokenLimit: createAddressLimit(wrongTokensPerMinute),
    publishTokenLimit: createAddressLimit(wrongPublishTokensPerMinute),
    publicationLimit: createAddressLimit(publicationsPerHour, 3_600_000),
    previewLimit: createAddressLimit(settings.sessionRateLimitPerMinute),
    // Without a limit for sessions there is none for workbenches: a load test makes many of both.
    workbenchLimit: createAddressLimit(settings.sessionRateLimitPerMinute === 0 ? 0 : workbenchesPerDay, 86_400_000),
    isOwnHost,
    storageBounds,
    requestPlaces: createRequestPlaces(),
    refusedScans,
    repeatLimit: createRateLimit(equalRefusalsMax, sessionTtlSeconds * 1000),
    applyDeviation,
    log,
    metrics,
    fingerprint,
    thumbprint: thumbprintOf,
    monotonicMillis: () => performance.now(),
    gone,
    isGone: (exchangeId) => gone.has(exchangeId),
    queries,
    purge: (retentionDays) =>
      store.purge({ retentionDays }).finally(() => {
        memory.forget()
        kept.forget()
        laboratorySessions.clear()
      }),
    seed: async () => {
      await scoreboard.seed()
      const sealed = await sealStored(scoreboard.pipelines, sealing)
      if (sealed > 0) log.info({ sealed }, 'secrets in definitions of pipelines were sealed')
      const forgotten = await scoreboard.pipelines.forgetReplaced().catch(() => false)
      if (!forgotten)
        log.warn(
          'files of the database may still hold secrets that were sealed: the next start tries again to remove them',
        )
    },
    close: async () => {
      stopCounting?.()
      await scoreboard.close()
      published.close?.()
      await kept.flush()
      await store.close()
    },
  }
}

const toProtocolSettings = (
  settings: Settings,
  { clients, scopeAliases }: Pick<ProtocolSettings, 'clients' | 'scopeAliases'>,
): ProtocolSettings => ({
  version: service.version,
  baseUrl: settings.baseUrl,
  dpopNonce: settings.dpopNonce,
  parRequireDpop: settings.parRequireDpop,
  clients,
  scopeAliases,
  dpopSigningAlgs: settings.dpopSigningAlgs,
  attestationTrust: settings.attestationTrust,
  attestationChallenge: settings.attestationChallenge,
  strictAttestationNonce: settings.strictAttestationNonce,
  notificationEndpoint: settings.notificationEndpoint,
  leavingPage: settings.leavingPage,
  mutations: settings.mutations,
  keyStorageLevels: settings.keyStorageLevels ?? [],
  userAuthLevels: settings.userAuthLevels ?? [],
  verifierClientIdPrefix: settings.verifierClientIdPrefix,
  trustFramework: settings.trustFramework,
  allowRevealForeign: settings.allowRevealForeign,
  ledgerSize: settings.ledgerSize,
  laboratoryMax: settings.laboratoryMax,
  trustListHours: settings.trustListHours,
  retentionDays: settings.retentionDays,
  ...(settings.securityContact === undefined ? {} : { securityContact: settings.securityContact }),
})

/** Knows a laboratory that this process made without asking storage for it, and forgets one that made room for another. */
const rememberLaboratory =
  (known: LRUCache<string, IssuanceSession>) =>
  ({ session, events }: Commit, outcome: CommitOutcome | null): void => {
    for (const { type, sessionId } of events)
      if (type === 'laboratory_made_room')
        for (const [id, one] of known.entries()) if (one.sessionId === sessionId) known.delete(id)
    if (outcome?.status === 'committed' && session?.kind === 'issuance' && session.laboratory !== undefined)
      known.set(session.laboratory.id, session)
  }
