import { beforeAll, describe, expect, it } from 'vitest'
import {
  createTrustWorld,
  listUrl,
  registeredPid,
  revocationListUri,
  sign,
  statusListUri,
  type TrustWorld,
  withBrokenSignature,
} from '../testing/trust-maker'
import { readDcqlQuery } from '../verifier/dcql/dcql-query'
import { evaluateVerifier, type VerifierParts } from './evaluate-verifier'
import { createTrustMemory, type TrustContext, type TrustNeglect, type TrustSettings } from './trust-context'

const nowMillis = Date.UTC(2030, 0, 1)
const seconds = nowMillis / 1000
let world: TrustWorld
let registration: string
let foreignRegistrar: string
beforeAll(async () => {
  world = await createTrustWorld(nowMillis)
  registration = await world.registration()
  const { strangers } = world.authorities
  foreignRegistrar = await world.registration({}, {}, await world.leaf(strangers))
})

const entry = (data: unknown) => ({ format: 'registration_cert', data })
const pidQuery = (...paths: unknown[][]) =>
  readDcqlQuery({
    credentials: [
      {
        id: 'pid',
        format: 'dc+sd-jwt',
        meta: { vct_values: ['urn:eudi:pid:1'] },
        claims: paths.map((path) => ({ path })),
      },
    ],
  })
const right = (): VerifierParts => ({
  clientId: 'x509_hash:abc',
  x5c: [world.access.der],
  verifierInfo: [entry(registration)],
  query: pidQuery(['family_name']),
})

type Changes = Partial<VerifierParts> & {
  documents?: Record<string, string | Buffer | null>
  settings?: Partial<TrustSettings>
  neglects?: TrustNeglect
}

async function evaluate({ documents = {}, settings, neglects = null, ...parts }: Changes = {}) {
  const asked: string[] = []
  const context: TrustContext = {
    settings: world.settings(settings),
    now: nowMillis,
    neglects,
    fetch: async (_step, url) => {
      asked.push(url)
      const body = documents[url] ?? (documents[url] === null ? undefined : world.documents.get(url))
      return body === undefined ? null : { bytes: Buffer.from(body), mediaType: '' }
    },
  }
  const trust = await evaluateVerifier(context, { ...right(), ...parts })
  return { ...trust, reasons: trust.findings.map(({ reason }) => reason), asked }
}

const registered = async (changes: object, header: object = {}) => ({
  verifierInfo: [entry(await world.registration({ ...changes }, { ...header }))],
})

/** What is deliberately wrong, and the wallet's name for it. */
const wrongs: Record<string, readonly [reasons: string[], changes: () => Promise<Changes> | Changes]> = {
  registration_missing: [['registration_missing'], () => ({ verifierInfo: undefined })],
  'registration_missing, with another entry': [
    ['registration_missing'],
    () => ({ verifierInfo: [{ format: 'other', data: registration }] }),
  ],
  registration_twice: [['registration_twice'], () => ({ verifierInfo: [entry(registration), entry(registration)] })],
  registration_not_jwt: [['registration_not_jwt'], () => ({ verifierInfo: [entry({ sub: 'x' })] })],
  registration_bad_signature: [
    ['registration_signature'],
    () => ({ verifierInfo: [entry(withBrokenSignature(registration))] }),
  ],
  registration_alg_none: [
    ['registration_signature'],
    () => {
      const head = Buffer.from(JSON.stringify({ alg: 'none', typ: 'rc-wrp+jwt', x5c: [world.registrar.der] }))
      return { verifierInfo: [entry(`${head.toString('base64url')}.${registration.split('.')[1]}.`)] }
    },
  ],
  registration_wrong_typ: [['registration_typ'], () => registered({}, { typ: 'JWT' })],
  registration_no_x5c: [['registration_no_x5c'], () => registered({}, { x5c: undefined })],
  'registration with its anchor in x5c': [
    ['registration_anchor_in_x5c'],
    () => registered({}, { x5c: [world.registrar.der, world.authorities.registrar.der] }),
  ],
  'registration with the hash of another certificate': [
    ['registration_signature'],
    () => registered({}, { 'x5t#S256': 'AAAA' }),
  ],
  registration_untrusted_registrar: [['registration_untrusted'], () => ({ verifierInfo: [entry(foreignRegistrar)] })],
  registration_by_access_ca: [
    ['registration_untrusted'],
    async () => ({ verifierInfo: [entry(await world.registration({}, {}, world.access))] }),
  ],
  registration_expired: [['registration_expired'], () => registered({ exp: seconds - 86_400 })],
  registration_not_yet_valid: [
    ['registration_not_yet_valid'],
    () => registered({ iat: seconds + 86_400, nbf: seconds + 86_400 }),
  ],
  'registration without exp': [['registration_malformed'], () => registered({ exp: undefined })],
  registration_other_subject: [['registration_other_subject'], () => registered({ sub: 'NTRIT-OTHER' })],
  registration_other_name: [['registration_other_name'], () => registered({ name: 'Another' })],
  registration_other_intermediary: [
    ['registration_other_subject'],
    () => registered({ intermediary: { sub: 'NTRIT-OTHER' }, act: { sub: 'NTRIT-OTHER' } }),
  ],
  'a registration that somebody else acts on': [
    ['registration_other_subject'],
    () => registered({ act: { sub: 'NTRIT-OTHER' } }),
  ],
  'a registration that two act on': [
    ['registration_malformed'],
    () => registered({ intermediary: { sub: 'NTRIT-WALLETCAPTURE' }, act: { sub: 'NTRIT-OTHER' } }),
  ],
  registration_over_asking: [['over_asking'], () => ({ query: pidQuery(['family_name'], ['birthdate']) })],
  'over-asking for all of a claim': [
    ['over_asking'],
    async () => ({
      ...(await registered({ credentials: [{ ...registeredPid, claim: [{ path: ['address', 'locality'] }] }] })),
      query: pidQuery(['address']),
    }),
  ],
  registration_other_type: [
    ['over_asking'],
    () => registered({ credentials: [{ ...registeredPid, meta: { vct_values: ['urn:other'] } }] }),
  ],
  registration_no_scope: [
    ['registration_no_scope'],
    () => registered({ credentials: undefined, intended_use_id: undefined }),
  ],
  registration_wrong_entitlement: [
    ['registration_entitlement'],
    () => registered({ entitlements: ['https://uri.etsi.org/19475/Entitlement/PID_Provider'] }),
  ],
  registration_revoked: [
    ['registration_revoked'],
    async () => ({ documents: { [statusListUri]: await world.statusList([17]) } }),
  ],
  registration_no_status: [['registration_no_status'], () => registered({ status: undefined })],
  registration_status_unreachable: [['registration_status_unknown'], () => ({ documents: { [statusListUri]: null } })],
  'status list of another address': [
    ['registration_status_unknown'],
    async () => ({ documents: { [statusListUri]: await world.statusList([], { sub: 'https://other.example' }) } }),
  ],
  'index beyond the status list': [
    ['registration_status_unknown'],
    () => registered({ status: { status_list: { idx: 9000, uri: statusListUri } } }),
  ],
  registration_status_untrusted: [
    ['registration_status_untrusted'],
    async () => {
      const stranger = await world.leaf(world.authorities.strangers)
      return { documents: { [statusListUri]: await world.statusList([], {}, stranger) } }
    },
  ],
  access_ca_unlisted: [
    ['access_untrusted'],
    async () => ({ x5c: [(await world.leaf(world.authorities.strangers)).der] }),
  ],
  'access certificate by the registrar': [
    ['access_untrusted'],
    async () => ({ x5c: [(await world.leaf(world.authorities.registrar)).der] }),
  ],
  access_chain_broken: [
    ['access_broken'],
    async () => {
      const { access, strangers } = world.authorities
      return { x5c: [(await world.leaf(access, { signedBy: strangers })).der] }
    },
  ],
  'access certificate under an authority that may have none below': [
    ['access_broken'],
    async () => {
      const between = await world.leaf(world.authorities.access, { isAuthority: true, subject: { CN: 'Between' } })
      return { x5c: [(await world.leaf(between)).der, between.der] }
    },
  ],
  'access certificate of an authority': [
    ['access_unreadable'],
    async () => ({ x5c: [(await world.leaf(world.authorities.access, { isAuthority: true })).der] }),
  ],
  'no access certificate': [['access_unreadable'], () => ({ x5c: [] })],
  access_expired: [
    ['access_expired'],
    async () => {
      const notAfter = new Date(nowMillis - 1)
      return { x5c: [(await world.leaf(world.authorities.access, { notAfter })).der] }
    },
  ],
  access_revoked: [
    ['access_revoked'],
    async () => ({
      documents: { [revocationListUri]: await world.revocationList([world.access.certificate.serialNumber]) },
    }),
  ],
  'revocation list that cannot be fetched': [
    ['access_revocation_unknown'],
    () => ({ documents: { [revocationListUri]: null } }),
  ],
  'revocation list by a stranger': [
    ['access_revocation_unknown'],
    async () => ({
      documents: { [revocationListUri]: await world.revocationList([], { by: world.authorities.strangers }) },
    }),
  ],
  'revocation list that is over': [
    ['access_revocation_unknown'],
    async () => ({
      documents: { [revocationListUri]: await world.revocationList([], { nextUpdate: new Date(nowMillis - 1) }) },
    }),
  ],
  access_no_policy: [
    ['access_no_policy'],
    async () => ({ x5c: [(await world.leaf(world.authorities.access, { policies: [] })).der] }),
  ],
  'client that is not named by a hash': [['access_no_hash'], () => ({ clientId: 'x509_san_dns:verifier.example' })],
  list_expired: [
    ['list_expired', 'access_not_judged'],
    async () => listed('access', { information: { NextUpdate: '2029-12-31T23:59:59Z' } }),
  ],
  list_bad_signature: [['list_signature', 'access_not_judged'], () => listed('access', { isBroken: true })],
  list_foreign_operator: [
    ['list_operator', 'access_not_judged'],
    () => listed('access', { signer: world.strangerOperator }),
  ],
  'list for another territory': [
    ['list_operator', 'access_not_judged'],
    () => listed('access', { information: { SchemeTerritory: 'IT' } }),
  ],
  'list of another kind': [
    ['list_kind', 'access_not_judged'],
    async () => ({ documents: { [listUrl('access')]: await world.list('registrar') } }),
  ],
  'list without a sequence number': [
    ['list_unreadable', 'access_not_judged'],
    () => listed('access', { information: { LoTESequenceNumber: undefined } }),
  ],
  'list of the future': [
    ['list_unreadable', 'access_not_judged'],
    () => listed('access', { information: { ListIssueDateTime: '2030-01-02T00:00:00Z' } }),
  ],
  list_access_ca_absent: [['access_untrusted'], () => listed('access', { authorities: [] })],
  'authority that is withdrawn': [
    ['access_untrusted'],
    () => listed('access', { status: 'http://uri.etsi.org/19602/SvcStatus/withdrawn' }),
  ],
  list_registrar_absent: [['registration_untrusted'], () => listed('registrar', { authorities: [] })],
  'list of registrars unreachable': [
    ['list_unreachable', 'registration_not_judged'],
    () => ({ documents: { [listUrl('registrar')]: null } }),
  ],
  list_unreachable: [
    ['list_unreachable', 'list_unreachable', 'access_not_judged', 'registration_not_judged'],
    () => ({ documents: { [listUrl('access')]: null, [listUrl('registrar')]: null } }),
  ],
  list_rolled_back: [
    ['list_rolled_back'],
    () => ({ settings: { memory: createTrustMemory({ [listUrl('access')]: 8 }) } }),
  ],
}

async function listed(role: 'access' | 'registrar', options: Parameters<TrustWorld['list']>[1]): Promise<Changes> {
  return { documents: { [listUrl(role)]: await world.list(role, options) } }
}

/** Requests that every wallet refuses, whatever its provider's policy. */
const fatal = ['access_unreadable', 'access_untrusted', 'access_broken', 'access_expired']

describe('the trust in a verifier', () => {
  it('is complete where nothing is wrong', async () => {
    const { findings, warned, refusal, query, asked } = await evaluate()
    expect({ findings, warned, refusal }).toEqual({ findings: [], warned: false, refusal: null })
    expect(query).toEqual(right().query)
    expect(asked).toEqual([listUrl('access'), listUrl('registrar'), revocationListUri, statusListUri])
  })

  it.each(Object.keys(wrongs))('is broken by %s: refused by one wallet, warned of by another', async (name) => {
    const [reasons, changesOf] = wrongs[name]!
    const changes = await changesOf()
    const strict = await evaluate(changes)
    expect(strict.reasons).toEqual(reasons)
    expect(strict.refusal).not.toBeNull()
    expect(strict.warned).toBe(false)
    const lenient = await evaluate({ ...changes, settings: { ...changes.settings, policy: 'warn' } })
    expect(lenient.reasons).toEqual(reasons)
    const isFatal = reasons.some((reason) => fatal.includes(reason))
    expect([lenient.refusal !== null, lenient.warned]).toEqual([isFatal, !isFatal])
  })

  it.each([
    ['base64url of the JWT', () => ({ verifierInfo: [entry(Buffer.from(registration).toString('base64url'))] })],
    ['a claim below a registered one', () => ({ query: pidQuery(['family_name', 'latin']) })],
    ['a type without a list of claims', () => registered({ credentials: [{ ...registeredPid, claim: undefined }] })],
    [
      'an intermediary that signs',
      () => registered({ sub: 'NTRIT-OTHER', intermediary: { sub: 'NTRIT-WALLETCAPTURE' } }),
    ],
    ['an entry of another format beside', () => ({ verifierInfo: [{ format: 'other' }, entry(registration)] })],
    [
      'authorities that were given, without lists',
      () => {
        const { access, registrar } = world.authorities
        return {
          settings: { lists: null, anchors: { access: [access.certificate], registrar: [registrar.certificate] } },
        }
      },
    ],
    [
      'a natural person, named by the serial number',
      async () => {
        const subject = { C: 'IT', '2.5.4.5': 'PNOIT-1', CN: 'Elena' }
        const person = await world.leaf(world.authorities.access, { subject })
        return { x5c: [person.der], ...(await registered({ sub: 'PNOIT-1', name: 'Elena' })) }
      },
    ],
  ] as const)('takes %s', async (_name, changesOf) => {
    const { reasons, refusal } = await evaluate((await changesOf()) as Changes)
    expect({ reasons, refusal }).toEqual({ reasons: [], refusal: null })
  })

  it('shows the registered claims only, where it is set to', async () => {
    const query = pidQuery(['family_name'], ['birthdate'])
    const trust = await evaluate({ query, settings: { overAsking: 'registered_only' } })
    expect(trust).toMatchObject({ reasons: ['over_asking'], warned: false, refusal: null })
    expect(trust.overAsked).toEqual({ types: [], claims: [{ query: 'pid', path: ['birthdate'] }] })
    expect(trust.query.credentials.map(({ claims }) => claims?.map(({ path }) => path))).toEqual([[['family_name']]])
  })

  it('refuses where nothing registered is left, even if it only warns else', async () => {
    const query = pidQuery(['birthdate'])
    const trust = await evaluate({ query, settings: { overAsking: 'registered_only', policy: 'warn' } })
    expect(trust.refusal?.reason).toBe('over_asking')
  })

  it('keeps the highest sequence number that a list had', async () => {
    const memory = createTrustMemory()
    await evaluate({ settings: { memory } })
    expect(memory.sequenceOf(listUrl('access'))).toBe(7)
    const documents = { [listUrl('access')]: await world.list('access', { information: { LoTESequenceNumber: 6 } }) }
    expect((await evaluate({ settings: { memory }, documents })).reasons).toEqual(['list_rolled_back'])
    expect(memory.sequenceOf(listUrl('access'))).toBe(7)
  })

  it('learns no sequence number of a list that is not valid', async () => {
    const memory = createTrustMemory()
    await evaluate({ settings: { memory }, ...(await listed('access', { isBroken: true })) })
    expect(memory.sequenceOf(listUrl('access'))).toBeNull()
  })

  it('asks nothing on the word of a registration that no registrar signed', async () => {
    const { asked } = await evaluate({ verifierInfo: [entry(foreignRegistrar)] })
    expect(asked).not.toContain(statusListUri)
  })

  it.each([
    ['the status', 'status', statusListUri],
    ['lists', 'lists', listUrl('access')],
  ] as const)('is not read off %s by a wallet that neglects that', async (_name, neglects, url) => {
    const { asked, refusal, reasons } = await evaluate({ neglects })
    expect(asked).not.toContain(url)
    expect({ refusal, reasons }).toEqual({ refusal: null, reasons: [] })
  })

  it('is passed over by wallets that neglect it, or the warning', async () => {
    const query = pidQuery(['family_name'], ['birthdate'])
    const settings = { policy: 'warn' as const }
    expect(await evaluate({ query, settings, neglects: 'over_asking' })).toMatchObject({ reasons: [], warned: false })
    expect(await evaluate({ query, settings, neglects: 'warning' })).toMatchObject({
      reasons: ['over_asking'],
      refusal: null,
      warned: false,
    })
    expect(await evaluate({ verifierInfo: null, neglects: 'all' })).toMatchObject({ reasons: [], asked: [] })
  })

  it('is not given by a list that says nothing', async () => {
    const claims = { LoTE: {} }
    const documents = { [listUrl('access')]: await sign({ x5c: [world.operator.der] }, claims, world.operator) }
    expect((await evaluate({ documents })).reasons).toContain('list_unreadable')
  })
})
