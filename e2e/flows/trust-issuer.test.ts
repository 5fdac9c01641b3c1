import { createHash, X509Certificate } from 'node:crypto'
import { compactVerify, decodeProtectedHeader, importX509 } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import type { HttpAnswer, JsonRecord } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { type IssuanceOptions, runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { createTrustMemory, type TrustSettings } from '@/lib/wallet/trust/trust-context'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier, type VerifierOptions } from '@/lib/wallet/verifier/run-at-verifier'

describe('trust in an issuer', () => {
  const service = serviceForTests()
  const { http } = service

  const sdJwt = 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.jwt-proof'
  const mdoc = 'urn:eu.europa.ec.eudi:pid:1.mdoc.jwt-proof'

  const post = (path: string, body: JsonRecord): Promise<HttpAnswer> =>
    http({ method: 'POST', path, headers: [['Content-Type', 'application/json']], body: JSON.stringify(body) })

  const create = async (body: JsonRecord = {}): Promise<JsonRecord> => {
    const answer = await post('/sessions', {
      issuer_configuration_id: 'eu-pid-jwt-proof-only',
      trust_framework: 'eu',
      ...body,
    })
    expect([answer.status, answer.body]).toEqual([201, expect.anything()])
    return answer.object()
  }

  const metadataOf = async ({ issuer_identifier }: JsonRecord, accept = 'application/json'): Promise<HttpAnswer> =>
    http({
      path: `/.well-known/openid-credential-issuer${new URL(String(issuer_identifier)).pathname}`,
      headers: [['Accept', accept]],
    })

  const readBack = async ({ session_id }: JsonRecord): Promise<JsonRecord> =>
    (await http({ path: `/sessions/${session_id}` })).object()

  const anchor = async (list: string): Promise<X509Certificate> =>
    new X509Certificate((await http({ path: `/trust/anchors/${list}.pem` })).body)

  /** The trust of a wallet by the lists of a session. */
  const trustBy = async (path: string): Promise<TrustSettings> => {
    const { lists } = (await http({ path })).object().trust as { lists: { base: string } }
    return {
      policy: 'refuse',
      lists: { base: lists.base, operators: [await anchor('lists')] },
      anchors: {},
      overAsking: 'warn',
      memory: createTrustMemory(),
    }
  }

  /** The signing leaf of a JWS, and its claims as verified by another library. */
  const verified = async (jws: string): Promise<{ leaf: X509Certificate; header: JsonRecord; claims: JsonRecord }> => {
    const { x5c = [], ...header } = decodeProtectedHeader(jws)
    expect(x5c).toHaveLength(1)
    const leaf = new X509Certificate(Buffer.from(x5c[0] ?? '', 'base64'))
    const { payload } = await compactVerify(jws, await importX509(leaf.toString(), 'ES256'))
    return { leaf, header, claims: JSON.parse(Buffer.from(payload).toString()) as JsonRecord }
  }

  type Info = { format: string; data: unknown }[]
  const infoOf = (metadata: JsonRecord): Info => (metadata.issuer_info ?? []) as Info
  const certificateOf = (metadata: JsonRecord): unknown =>
    infoOf(metadata).find(({ format }) => format === 'registration_cert')?.data

  describe('an issuance in the European trust framework', () => {
    it('has an issuer of its own that signs its metadata under an access certificate, and says how it is registered', async () => {
      const created = await create()
      const labId = String(created.issuer_identifier).split('/lab/')[1] ?? ''
      expect(labId).toMatch(/^[\w-]{22}$/)
      const { leaf, claims } = await verified((await metadataOf(created, 'application/jwt')).body)
      const access = await anchor('access-certificate-providers')
      expect(leaf.checkIssued(access) && leaf.verify(access.publicKey)).toBe(true)
      expect(leaf.subject).toContain('OU=issuer')
      const metadata = (await metadataOf(created)).object()
      expect(claims).toMatchObject({ ...metadata, iss: created.issuer_identifier })

      const [dataset, certificate, ...others] = infoOf(metadata)
      expect(others).toEqual([])
      expect(dataset).toEqual({
        format: 'registrar_dataset',
        data: {
          identifier: [{ identifier: 'NTRIT-WALLETCAPTURE' }],
          srvDescription: [{ lang: 'en', content: expect.any(String) }],
          registryURI: `${service.baseUrl}/trust/registrar`,
          providesAttestations: [
            { format: 'dc+sd-jwt', type: 'urn:eudi:pid:1' },
            { format: 'mso_mdoc', type: 'eu.europa.ec.eudi.pid.1' },
          ],
        },
      })
      expect(certificate?.format).toBe('registration_cert')
      const registration = await verified(String(certificate?.data))
      const registrar = await anchor('registration-certificate-providers')
      expect(registration.leaf.checkIssued(registrar) && registration.leaf.verify(registrar.publicKey)).toBe(true)
      expect(registration.header).toMatchObject({
        typ: 'rc-wrp+jwt',
        alg: 'ES256',
        'x5t#S256': createHash('sha256').update(registration.leaf.raw).digest('base64url'),
      })
      const { sub, sub_ln, name, country, entitlements, provides_attestations, status } = registration.claims
      expect(leaf.subject).toBe(`C=${country}\nO=${sub_ln}\norganizationIdentifier=${sub}\nOU=issuer\nCN=${name}`)
      expect(entitlements).toEqual(['https://uri.etsi.org/19475/Entitlement/PID_Provider'])
      expect(provides_attestations).toEqual([
        { format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] } },
        { format: 'mso_mdoc', meta: { doctype_value: 'eu.europa.ec.eudi.pid.1' } },
      ])
      expect(status).toEqual({
        status_list: { idx: expect.any(Number), uri: `${service.baseUrl}/trust/s/${labId}/status.jwt` },
      })
      expect(Object.keys(registration.claims)).not.toContain('purpose')
      // Made once, so equal at every fetch.
      expect(certificateOf((await metadataOf(created)).object())).toBe(certificate?.data)
    })

    it('names by default a reuse policy that needs no batch, and shows in its read-back what it is', async () => {
      const created = await create()
      const metadata = (await metadataOf(created)).object()
      const configurations = Object.values(metadata.credential_configurations_supported as Record<string, JsonRecord>)
      expect(configurations).toHaveLength(2)
      for (const { credential_metadata } of configurations)
        expect(credential_metadata).toMatchObject({
          credential_reuse_policy: {
            id: 'arf_annex_ii',
            options: [{ details: ['limited_time'], reissue_trigger_lifetime_left: 86_400 }],
          },
        })
      const view = await readBack(created)
      const { claims } = await verified(String(certificateOf(metadata)))
      expect(view).toMatchObject({
        options: { trust_framework: 'eu' },
        laboratory: { options: { mdoc_signer: 'etsi' } },
        trust: {
          framework: 'eu',
          identity: { name: 'Wallet Capture Issuer', identifier: 'NTRIT-WALLETCAPTURE', service: 'issuer', own: false },
          access_certificate: { subject: expect.stringContaining('issuer'), sha256: expect.any(String) },
          registration_certificate: { source: 'made', claims: { sub: claims.sub, jti: claims.jti } },
        },
      })
      expect(Object.keys(view.options as JsonRecord)).not.toContain('trust')
    })

    it.each([sdJwt, mdoc])(
      'gives the reference wallet %s, which our verifier takes back in the same framework',
      async (id) => {
        const created = await create({ credential_configuration_id: id, laboratory: { status: {} } })
        const path = `${new URL(String(created.issuer_identifier)).pathname}/trust-anchor.pem`
        const root = (await http({ path })).body
        expect(root).toBe((await anchor('pid-providers')).toString())
        const issued = await runAtIssuer({
          deeplink: String(created.deeplink),
          clock: service.now,
          trust: await trustBy(`/sessions/${created.session_id}`),
        })
        expect(issued.outcome).toBe('credential_stored')
        const type =
          id === sdJwt
            ? { format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] }, claims: [{ path: ['family_name'] }] }
            : {
                format: 'mso_mdoc',
                meta: { doctype_value: 'eu.europa.ec.eudi.pid.1' },
                claims: [{ path: ['eu.europa.ec.eudi.pid.1', 'family_name'] }],
              }
        const asked = await post('/openid4vp/sessions', {
          trust_framework: 'eu',
          dcql_query: { credentials: [{ id: 'pid', ...type }] },
        })
        expect([asked.status, asked.body]).toEqual([201, expect.anything()])
        const deeplink = String(asked.object().deeplink)
        const presented = await runAtVerifier({
          deeplink,
          credentials: issued.credentials,
          clock: service.now,
          trust: await trustBy(`/openid4vp/sessions/${asked.object().session_id}`),
        })
        expect(presented.outcome).toBe('presented')
        for (const at of [`/sessions/${created.session_id}`, `/openid4vp/sessions/${asked.object().session_id}`]) {
          const { checks } = (await http({ path: at })).object() as { checks: { summary: JsonRecord } & JsonRecord }
          const { verdict, by_profile } = checks.summary as { verdict: string; by_profile: JsonRecord }
          expect([at, verdict, checks.issuer_trusted ?? true, 'eu' in by_profile]).toEqual([at, 'pass', true, true])
        }
      },
    )

    it('shows no registration certificate, the tester’s, or ours in another form where that is asked for', async () => {
      const none = (await metadataOf(await create({ registration_certificate: 'none' }))).object()
      expect(infoOf(none).map(({ format }) => format)).toEqual(['registrar_dataset'])
      const compact = String(certificateOf((await metadataOf(await create())).object()))
      const own = await create({ registration_certificate: compact, registration_encoding: 'base64url' })
      expect(certificateOf((await metadataOf(own)).object())).toBe(compact)
      expect((await readBack(own)).trust).toMatchObject({ registration_certificate: { source: 'own' } })
      const other = await create({ registration_typ: 'rc-rp+jwt', registration_encoding: 'base64url' })
      const decoded = Buffer.from(String(certificateOf((await metadataOf(other)).object())), 'base64url').toString()
      expect((await verified(decoded)).header.typ).toBe('rc-rp+jwt')
    })

    it('registers types of a tester as those of a provider of attestations', async () => {
      const created = await create({
        laboratory: {
          credentials: [{ id: 'badge', format: 'dc+sd-jwt', vct: 'urn:example:badge', claims: { level: 3 } }],
        },
      })
      const { claims } = await verified(String(certificateOf((await metadataOf(created)).object())))
      expect(claims).toMatchObject({
        entitlements: ['https://uri.etsi.org/19475/Entitlement/Non_Q_EAA_Provider'],
        provides_attestations: [{ format: 'dc+sd-jwt', meta: { vct_values: ['urn:example:badge'] } }],
      })
    })

    it.each([
      [{ trust_framework: 'us' }, 'invalid_request'],
      [{ trust_framework: 1 }, 'invalid_request'],
      [{ registration_certificate: 'no JWT' }, 'invalid_registration_certificate'],
      [{ registration_certificate: 'a'.repeat(70_000) }, 'invalid_registration_certificate'],
      [{ registration_typ: 'JWT' }, 'invalid_request'],
      [{ registration_encoding: 'hex' }, 'invalid_request'],
      [{ laboratory: 'yes' }, 'unsupported_laboratory_option'],
      [{ trust_framework: 'test_root', laboratory: { mdoc_signer: 'etsi' } }, 'conflicting_laboratory_options'],
    ])('is refused with an illegal value, %#', async (member, error) => {
      const answer = await post('/sessions', { trust_framework: 'eu', ...member })
      expect([answer.status, answer.object().error]).toEqual([400, error])
    })

    it('changes nothing where it is not asked for', async () => {
      for (const body of [{}, { trust_framework: 'test_root' }, { laboratory: {} }]) {
        const created = (await post('/sessions', body)).object()
        expect((await metadataOf(created)).object()).not.toHaveProperty('issuer_info')
        const view = await readBack(created)
        expect(view).not.toHaveProperty('trust')
        expect(view.options).not.toHaveProperty('trust_framework')
        expect(view).not.toHaveProperty('checks.summary.by_profile.eu')
        expect(view.laboratory === undefined).toBe(!('laboratory' in body))
      }
    })
  })
})

describe('trust of a wallet', () => {
  const service = serviceForTests()
  let credentials: HeldCredential[]
  let operators: X509Certificate[]
  const http = createNodeClient()
  beforeAll(async () => {
    credentials = (await obtainCredential({ origin: service.baseUrl, http, format: 'dc+sd-jwt' })).credentials
    operators = await anchorsOf('lists')
  })

  const get = async (path: string) => (await fetch(`${service.baseUrl}${path}`)).text()
  const anchorsOf = async (list: string) =>
    ((await get(`/trust/anchors/${list}.pem`)).match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g) ?? []).map(
      (pem) => new X509Certificate(pem),
    )

  /** The authorities without lists. */
  const given = async (): Promise<TrustSettings['anchors']> => ({
    access: await anchorsOf('access-certificate-providers'),
    registrar: await anchorsOf('registration-certificate-providers'),
  })

  /** The address of a session's lists, or of the installation's for a session without trust. */
  const listsOf = async (path: string): Promise<string> => {
    const { trust } = JSON.parse(await get(path))
    return trust?.lists?.base ?? `${service.baseUrl}/trust/lists`
  }

  /** Trust settings with the lists at this address. */
  const settings = (base: string, changes: Partial<TrustSettings> = {}): TrustSettings => ({
    policy: 'refuse',
    lists: { base, operators },
    anchors: {},
    overAsking: 'warn',
    memory: createTrustMemory(),
    ...changes,
  })

  async function present(body: object, trust: Partial<TrustSettings> = {}, options: Partial<VerifierOptions> = {}) {
    const created = await fetch(`${service.baseUrl}/openid4vp/sessions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { deeplink, session_id: id } = await created.json()
    expect(created.status).toBe(201)
    const base = await listsOf(`/openid4vp/sessions/${id}`)
    const run = await runAtVerifier({
      deeplink,
      credentials,
      clock: service.now,
      trust: settings(base, trust),
      ...options,
    })
    return { run, base, session: JSON.parse(await get(`/openid4vp/sessions/${id}`)) }
  }

  async function issue(body: object, trust: Partial<TrustSettings> = {}, options: Partial<IssuanceOptions> = {}) {
    const created = await fetch(`${service.baseUrl}/sessions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ issuer_configuration_id: 'eu-pid-jwt-proof-only', trust_framework: 'eu', ...body }),
    })
    const { deeplink, session_id: id } = await created.json()
    expect(created.status).toBe(201)
    const base = await listsOf(`/sessions/${id}`)
    const run = await runAtIssuer({
      deeplink,
      clock: service.now,
      trust: settings(base, trust),
      ...options,
    })
    return { run, session: JSON.parse(await get(`/sessions/${id}`)) }
  }

  const reasonsOf = ({ run }: { run: { trust: { findings: { reason: string }[] } | null } }) =>
    run.trust?.findings.map(({ reason }) => reason)
  const failed = ({ session }: { session: { checks: { conformance: { id: string; status: string }[] } } }) =>
    session.checks.conformance.filter(({ status }) => status === 'fail').map(({ id }) => id)

  const asking = (...paths: string[]) => ({
    credentials: [
      {
        id: 'pid',
        format: 'dc+sd-jwt',
        meta: { vct_values: ['urn:eudi:pid:1'] },
        claims: paths.map((path) => ({ path: [path] })),
      },
    ],
  })

  describe('the reference wallet that evaluates trust in this verifier', () => {
    it.each([{}, { registration_encoding: 'base64url' }, { dcql_query: asking('family_name') }])(
      'finds nothing wrong with a session of the framework, and presents: %j',
      async (body) => {
        const presented = await present({ trust_framework: 'eu', ...body })
        expect(presented.run.reason).toBeNull()
        const read = presented.run.log.filter(({ step, status }) => step === 'trust_list' && status === 200)
        expect(read.map(({ url }) => url)).toEqual(
          ['access', 'registration'].map((kind) => `${presented.base}/${kind}-certificate-providers.jwt`),
        )
        expect(presented.base).toContain('/trust/s/')
        expect(presented.run).toMatchObject({ outcome: 'presented', trust: { findings: [], warned: false } })
        expect(failed(presented)).toEqual([])
      },
    )

    it.each([
      ['no registration', { registration_certificate: 'none' }, 'registration_missing'],
      ['another typ', { registration_typ: 'rc-rp+jwt' }, 'registration_typ'],
      [
        'a claim that is not registered',
        { dcql_query: asking('family_name', 'birthdate'), registered_query: asking('family_name') },
        'over_asking',
      ],
    ])('warns of %s, or refuses', async (_what, body, reason) => {
      const refused = await present({ trust_framework: 'eu', ...body })
      expect(reasonsOf(refused)).toEqual([reason])
      expect(refused.session.status).toBe('wallet_error')
      const warned = await present({ trust_framework: 'eu', ...body }, { policy: 'warn' })
      expect(warned.run).toMatchObject({ outcome: 'presented', trust: { warned: true } })
      // Nobody has reported the warning.
      expect(failed(warned)).toEqual(reason === 'over_asking' ? ['vp.trust.over_asking'] : [])
    })

    it('refuses a session of the test root, whatever its provider decided', async () => {
      const { run } = await present({}, { policy: 'warn' })
      expect(run).toMatchObject({
        outcome: 'stopped_by_wallet',
        reason: expect.stringMatching(/^invalid_request_object: /),
      })
    })
  })

  describe('the reference wallet that evaluates trust in this issuer', () => {
    it.each(['sd-jwt', 'mdoc'])(
      'finds nothing wrong with an issuer of the framework, and keeps its %s',
      async (format) => {
        const issued = await issue({ credential_configuration_id: `urn:eu.europa.ec.eudi:pid:1.${format}.jwt-proof` })
        expect(issued.run.reason).toBeNull()
        expect(issued.run).toMatchObject({ outcome: 'credential_stored', trust: { findings: [], warned: false } })
        expect(failed(issued)).toEqual([])
      },
    )

    it('asks an issuer that is not registered for nothing', async () => {
      const { run, session } = await issue({ registration_certificate: 'none' })
      expect(run.outcome).toBe('stopped_by_wallet')
      expect(run.trust?.findings.map(({ reason }) => reason)).toEqual(['registration_missing'])
      expect(session.status).toBe('created')
    })

    it('keeps no credential of an issuer that nobody lists, and says so', async () => {
      const { run } = await issue({}, { lists: null, anchors: { ...(await given()), pid: operators } })
      expect(run.outcome).toBe('stopped_by_wallet')
      const notified = run.log.find(({ step }) => step === 'notification')
      expect(notified?.body).toContain('credential_failure')
    })
  })
})
