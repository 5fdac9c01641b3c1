import { X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { issuerDeviations } from '@/lib/core/issuer/deviations'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { type IssuanceOptions, runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import type { Misbehaviour } from '@/lib/wallet/misbehaviours/issuer/misbehaviour'
import { trustMisbehaviours, untrustedIssuerMisbehaviours } from '@/lib/wallet/misbehaviours/issuer/trust'
import { createTrustMemory, type TrustSettings } from '@/lib/wallet/trust/trust-context'
import { fixedShare, ofEachKind, ofEachKindAndShare } from '@/scripts/thorough.mjs'
import 'reflect-metadata'
import * as x509 from '@peculiar/x509'
import { verifierDeviations } from '@/lib/core/verifier/deviations'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { SendHttp } from '@/lib/wallet/http/wire'
import type { TrustReport } from '@/lib/wallet/trust/finding'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

/** What is wrong with whom a wallet may trust; `wallet-units.test.ts` has what an issuer asks of wallet units. */
const trustFaults = issuerDeviations.filter(
  ({ needs }) => needs?.trust_framework === 'eu' && needs.laboratory === undefined,
)

describe('faults of trust', () => {
  const service = serviceForTests()
  let operators: X509Certificate[]
  beforeAll(async () => {
    operators = [new X509Certificate(await get('/trust/anchors/lists.pem'))]
  })

  const get = async (path: string) => (await fetch(`${service.baseUrl}${path}`)).text()
  const read = async (id: string): Promise<IssuanceSessionView> => JSON.parse(await get(`/sessions/${id}`))

  const post = (body: object) =>
    fetch(`${service.baseUrl}/sessions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ issuer_configuration_id: 'eu-pid-jwt-proof-only', ...body }),
    })

  async function create(body: object): Promise<{ id: string; deeplink: string }> {
    const response = await post(body)
    expect(response.status).toBe(201)
    const { session_id: id, deeplink } = await response.json()
    return { id, deeplink }
  }

  /** A tester's own registration certificate. */
  const own = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJOVFJJVC1PV04ifQ.AAAA'

  const alias = 'lasting0address0of0lists'

  /** Runs the reference wallet with the session's lists and the policy to refuse. */
  async function run(
    body: object,
    options: Partial<IssuanceOptions> & { memory?: ReturnType<typeof createTrustMemory> } = {},
  ) {
    const { id, deeplink } = await create(body)
    const { trust } = await read(id)
    const base = trust?.lists.alias ? `${service.baseUrl}/trust/a/${trust.lists.alias}/lists` : trust?.lists.base
    const { memory = createTrustMemory(), ...others } = options
    const ended = await runAtIssuer({
      deeplink,
      clock: service.now,
      trust: { policy: 'refuse', lists: { base: String(base), operators }, anchors: {}, overAsking: 'warn', memory },
      ...others,
    })
    return { id, ended }
  }

  /** Runs the wallet against a fault. A rolled-back list only shows at an address that the wallet already knows. */
  async function runAt(fault: string, misbehave?: string) {
    const more = misbehave === undefined ? {} : { misbehave }
    if (fault !== 'issuer_list_rolled_back') return run({ fault }, more)
    const memory = createTrustMemory()
    await run({ trust_framework: 'eu', list_alias: alias }, { memory })
    return run({ fault, list_alias: alias }, { memory, ...more })
  }

  const statusOf = ({ checks }: IssuanceSessionView, id: string) =>
    checks.conformance.findLast((entry) => entry.id === id)?.status
  /** The root of the test attester is not configured. */
  const unanchored = ['vci.wallet_attestation.trusted', 'vci.key_attestation.trusted']
  const redOf = ({ checks }: IssuanceSessionView) => [
    ...new Set(
      checks.conformance
        .filter(({ status, id }) => (status === 'fail' || status === 'warn') && !unanchored.includes(id))
        .map(({ id }) => id),
    ),
  ]

  const faults = trustFaults
  const faultOf = ({ needs }: Misbehaviour) => String(needs?.sessionOptions?.fault)

  it('has a careless wallet for each fault', () => {
    expect(untrustedIssuerMisbehaviours.map(faultOf).sort()).toEqual(faults.map(({ id }) => id).sort())
  })

  /** The first that changes each thing, and a share of the others: `presets.test.ts` makes a session with each. */
  const stopped = ofEachKindAndShare(faults, ({ changes }) => Object.keys(changes.trust ?? changes).join(' '))

  describe('a wallet that refuses issuers it has no reason to trust', () => {
    it.each(stopped.map(({ id }) => id))('stops at %s', async (fault) => {
      const { id, ended } = await runAt(fault)
      expect(ended.outcome, ended.reason ?? '').toBe('stopped_by_wallet')
      service.advance(60)
      const session = await read(id)
      expect(redOf(session)).toEqual([])
      expect(statusOf(session, 'vci.fault.refused')).toBe('pass')
      expect(session.status).toBe('answer_refused')
    })
  })

  /** The first of each kind: what it changes, and what it takes to reach the wallet. One check decides all. */
  const careless = ofEachKind(untrustedIssuerMisbehaviours, (entry) => {
    const { changes, reached } = faults.find(({ id }) => id === faultOf(entry)) ?? {}
    return [Object.keys(changes?.trust ?? {}), reached !== undefined].join(' ')
  })

  describe('a careless wallet', () => {
    it.each(careless.map((entry) => [faultOf(entry), entry.id] as const))(
      'is caught at %s',
      async (fault, misbehave) => {
        const { id, ended } = await runAt(fault, misbehave)
        expect(ended.outcome, ended.reason ?? '').toBe('credential_stored')
        const session = await read(id)
        const advisory = faults.find((one) => one.id === fault)?.advisory === true
        expect(redOf(session)).toEqual(['vci.fault.refused'])
        expect(statusOf(session, 'vci.fault.refused')).toBe(advisory ? 'warn' : 'fail')
      },
    )

    it.each(fixedShare(trustMisbehaviours).map((entry) => [entry.id, entry] as const))(
      'is caught by %s',
      async (misbehave, entry) => {
        const { id, ended } = await run(entry.needs?.sessionOptions ?? {}, {
          misbehave,
          profile: entry.needs?.profile ?? {},
        })
        expect(ended.outcome, ended.reason ?? '').toBe('credential_stored')
        expect(redOf(await read(id)).sort()).toEqual([misbehave, ...(entry.alsoFails ?? [])].sort())
      },
    )
  })

  describe('a request for such a fault', () => {
    it.each([
      [{ fault: 'issuer_not_entitled', trust_framework: 'test_root' }, 'trust_framework_needed'],
      [{ fault: 'issuer_not_entitled', registration_certificate: 'none' }, 'invalid_request'],
      [{ fault: 'issuer_access_expired', laboratory: { signed_metadata: 'never' } }, 'invalid_request'],
      [{ fault: 'issuer_not_entitled', registration_certificate: own }, 'own_registrar_needed'],
      [{ fault: 'issuer_registration_revoked', registration_certificate: own }, 'own_registrar_needed'],
    ])('is refused: %j', async (body, error) => {
      const response = await post(body)
      expect([response.status, (await response.json()).error]).toEqual([400, error])
    })

    it.each([
      ['issuer_registration_twice', 2],
      ['issuer_registration_bad_signature', 1],
      ['issuer_registration_missing', 0],
    ])('%s shows a certificate of the tester so many times', async (fault, times) => {
      const { id } = await create({ fault, registration_certificate: own })
      const { issuer_identifier: issuer } = await read(id)
      const metadata = await get(`/.well-known/openid-credential-issuer${new URL(issuer).pathname}`)
      const shown = JSON.parse(metadata).issuer_info.filter(
        ({ format }: { format: string }) => format !== 'registrar_dataset',
      )
      expect(shown).toHaveLength(times)
    })
  })

  it('tells who read what of the trust in the issuer', async () => {
    const { id } = await run({ trust_framework: 'eu' })
    const { trust } = await read(id)
    expect(trust?.reads.map(({ resource, name, by }) => [resource, name, by])).toEqual(
      expect.arrayContaining([
        ['list', 'access-certificate-providers', 'session'],
        ['list', 'registration-certificate-providers', 'session'],
        ['status', 'registration', 'session'],
      ]),
    )
    expect(trust?.reads_further).toBe(0)
    const revoked = await run({ fault: 'issuer_access_revoked' })
    expect((await read(revoked.id)).trust?.reads).toContainEqual(
      expect.objectContaining({ resource: 'crl', name: 'access' }),
    )
  })
})

describe('one defect at a time', () => {
  const service = serviceForTests()
  let operators: X509Certificate[]
  let credentials: readonly HeldCredential[]
  const http = createNodeClient()
  beforeAll(async () => {
    operators = [new X509Certificate((await fetched('/trust/anchors/lists.pem')).bytes)]
    credentials = (await obtainCredential({ origin: service.baseUrl, http, format: 'dc+sd-jwt' })).credentials
  })

  async function fetched(target: string) {
    const response = await fetch(new URL(target, service.baseUrl))
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
  }

  const alias = 'lasting0address0of0lists'

  /** Runs a wallet that evaluates all trust and goes on as far as it can, in a session with this deviation. */
  async function runAt(half: 'issuance' | 'presentation', deviation: string, memory = createTrustMemory()) {
    const path = half === 'issuance' ? '/sessions' : '/openid4vp/sessions'
    const created = await fetch(service.baseUrl + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        list_alias: alias,
        ...(half === 'issuance' && { issuer_configuration_id: 'eu-pid-jwt-proof-only' }),
        ...(deviation === 'none'
          ? { trust_framework: 'eu' }
          : { [half === 'issuance' ? 'fault' : 'negative_test']: deviation }),
      }),
    })
    expect(created.status).toBe(201)
    const { deeplink } = await created.json()
    const bodies: string[] = []
    const send: SendHttp = async (request) => {
      const answer = await http(request)
      bodies.push(answer.body)
      return answer
    }
    const trust: TrustSettings = {
      policy: 'warn',
      lists: { base: `${service.baseUrl}/trust/a/${alias}/lists`, operators },
      anchors: {},
      overAsking: 'warn',
      memory,
    }
    const more = { deeplink, trust, http: send, clock: service.now }
    const run: { trust: Pick<TrustReport, 'findings'> | null; reason: string | null } =
      half === 'issuance' ? await runAtIssuer(more) : await runAtVerifier({ ...more, credentials: [...credentials] })
    // Without a valid list nobody can judge what it anchors.
    const found = (run.trust?.findings ?? []).map(({ reason }) => reason).filter((one) => !one.endsWith('_not_judged'))
    const reasons: string[] = found.length === 0 && run.reason !== null ? [run.reason] : [...new Set(found)]
    return { reasons, bodies }
  }

  /** Every token in a text, also nested ones, decoded. */
  function tokensIn(text: string): { header: Record<string, unknown>; claims: unknown }[] {
    return [...text.matchAll(/ey[\w-]+\.ey[\w-]+\.[\w-]*/g)].flatMap(([token]) => {
      const [head = '', body = ''] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString())
      try {
        return [{ header: JSON.parse(head), claims: JSON.parse(body) }, ...tokensIn(body)]
      } catch {
        return []
      }
    })
  }

  const addressesIn = (value: unknown): string[] =>
    [...JSON.stringify(value).matchAll(/https?:\/\/[^"\\ ]+/g)]
      .map(([found]) => found)
      .filter((address) => address.startsWith(`${service.baseUrl}/trust/`))

  const parsed = (base64: string) => new x509.X509Certificate(base64)

  /** What cannot be fetched, or is wrong, of what one certificate names. */
  async function wrongOf(certificate: x509.X509Certificate): Promise<string[]> {
    const wrong: string[] = []
    const leaf = new X509Certificate(Buffer.from(certificate.rawData))
    const [issuer] = certificate.getExtension(x509.AuthorityInfoAccessExtension)?.caIssuers ?? []
    const points = certificate.getExtension(x509.CRLDistributionPointsExtension)?.distributionPoints ?? []
    const [revocation] = points.flatMap(({ distributionPoint }) => distributionPoint?.fullName ?? [])
    if (issuer === undefined || revocation?.uniformResourceIdentifier === undefined) return wrong
    const { status, bytes } = await fetched(issuer.value)
    if (status !== 200) return [`issuer ${status}`]
    const authority = new X509Certificate(bytes)
    if (!leaf.checkIssued(authority) || !leaf.verify(authority.publicKey)) wrong.push('not signed by its issuer')
    const list = await fetched(revocation.uniformResourceIdentifier)
    if (list.status !== 200) return [...wrong, `revocation list ${list.status}`]
    const crl = new x509.X509Crl(list.bytes)
    if (!(await crl.verify({ publicKey: new x509.X509Certificate(bytes) }))) wrong.push('revocation list of another')
    if (Number(crl.nextUpdate) < service.now()) wrong.push('revocation list expired')
    if (crl.findRevoked(certificate) !== null) wrong.push('revoked')
    return wrong
  }

  /** What is wrong with the certificates of all received tokens, and with what they and registrations name. */
  async function wrongIn(bodies: readonly string[]): Promise<string[]> {
    const tokens = bodies.flatMap(tokensIn)
    const certificates = new Set(
      tokens.flatMap(({ header }) => (Array.isArray(header.x5c) ? header.x5c.slice(0, 1).map(String) : [])),
    )
    expect(certificates.size).toBeGreaterThan(0)
    const wrong = (await Promise.all([...certificates].map((one) => wrongOf(parsed(one))))).flat()
    const named = tokens
      .filter(({ header }) => header.typ === 'rc-wrp+jwt')
      .flatMap(({ claims }) => addressesIn(claims))
    for (const address of new Set(named)) {
      const target = address.endsWith('/registrar') ? `${address}/wrp` : address
      const { status } = await fetched(target)
      if (status !== 200) wrong.push(`${new URL(target).pathname.split('/').at(-1)} ${status}`)
    }
    return wrong
  }

  /** The defects that show in fetched documents. For every other deviation, those are right. */
  const fetchable: Readonly<Record<string, readonly string[]>> = {
    access_chain_broken: ['not signed by its issuer'],
    access_revoked: ['revoked'],
    issuer_access_revoked: ['revoked'],
    registration_status_unreachable: ['status.jwt 503'],
  }

  const ofTrust = [
    ...verifierDeviations.filter(({ changes }) => changes.trust !== undefined).map(({ id }) => ['presentation', id]),
    ...trustFaults.map(({ id }) => ['issuance', id]),
  ] as ['issuance' | 'presentation', string][]

  describe('what is wrong with trust on purpose', () => {
    it.each(['issuance', 'presentation'] as const)('is nothing where nothing is asked for, in %s', async (half) => {
      const { reasons, bodies } = await runAt(half, 'none')
      expect([reasons, await wrongIn(bodies)]).toEqual([[], []])
    })

    it.each(ofTrust)('is one thing alone, in %s: %s', async (half, id) => {
      const memory = createTrustMemory()
      if (id.endsWith('list_rolled_back')) await runAt(half, 'none', memory)
      const { reasons, bodies } = await runAt(half, id, memory)
      expect(reasons, reasons.join()).toHaveLength(1)
      expect(await wrongIn(bodies)).toEqual(fetchable[id] ?? [])
    })
  })
})
