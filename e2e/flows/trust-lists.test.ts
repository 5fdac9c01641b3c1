import { createHash, X509Certificate } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { decodeJwt } from '@openid4vc/oauth2'
import { LoTEProfile, validateLoTEProfile } from '@owf/eudi-lote'
import { importX509, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import type { LoteDocument } from '@/lib/core/shared/trust/lists/lote'
import { startPocketBase } from '@/lib/testing/pocketbase'
import { startService } from '@/lib/testing/service'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import 'reflect-metadata'
import { X509Certificate as Certificate, X509Crl } from '@peculiar/x509'

describe('trust lists', () => {
  const service = serviceForTests({ env: { TRUST_LIST_HOURS: '24' } })

  const get = (path: string, init?: RequestInit) => fetch(`${service.baseUrl}${path}`, init)
  async function made(kind: 'sessions' | 'openid4vp/sessions', body: object) {
    const headers = { 'Content-Type': 'application/json' }
    const response = await get(`/${kind}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const answer = await response.json()
    expect(response.status, JSON.stringify(answer)).toBe(201)
    return answer
  }
  const read = async (id: string, kind: 'sessions' | 'openid4vp/sessions' = 'openid4vp/sessions') =>
    (await get(`/${kind}/${id}`)).json()
  /** Content of a compact JWS, verified by another library with the certificate in its header. */
  async function verified(response: Response) {
    const compact = await response.text()
    const { header, payload } = decodeJwt({ jwt: compact })
    const { x5c } = header as { x5c: string[] }
    const leaf = new X509Certificate(Buffer.from(x5c[0] ?? '', 'base64'))
    await jwtVerify(compact, await importX509(leaf.toString(), 'ES256'), { currentDate: new Date(service.now()) })
    return { header, claims: payload as Record<string, unknown>, leaf }
  }
  async function list(path: string): Promise<LoteDocument['LoTE']['ListAndSchemeInformation']> {
    const response = await get(path)
    expect([path, response.status]).toEqual([path, 200])
    const { claims } = await verified(response)
    return (claims as unknown as LoteDocument).LoTE.ListAndSchemeInformation
  }
  const ofEu = { trust_framework: 'eu' }
  const pathOf = (uri: string) => new URL(uri).pathname

  describe('the lists of the installation', () => {
    it('are signed, for everybody, and known again', async () => {
      const response = await get('/trust/lists/pid-providers.jwt')
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'application/jwt',
        'access-control-allow-origin': '*',
        'cache-control': 'public, max-age=60',
      })
      const etag = response.headers.get('etag') ?? ''
      const { claims, leaf } = await verified(response)
      expect(validateLoTEProfile(claims as never, LoTEProfile.EUPIDProvidersList).errors).toEqual([])
      expect(leaf.subject.split('\n').sort()).toEqual(['C=EU', 'O=Wallet Capture Test List Operator'])
      const again = await get('/trust/lists/pid-providers.jwt', { headers: { 'If-None-Match': etag } })
      expect([again.status, again.headers.get('etag')]).toEqual([304, etag])
      const head = await get('/trust/lists/pid-providers.jwt', { method: 'HEAD' })
      expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, ''])
      expect(await list('/trust/lists/lists.jwt')).toMatchObject({ LoTESequenceNumber: 1 })
    })

    it('keep their number while nothing changes, and are never out of date', async () => {
      const first = await list('/trust/lists/registrars.jwt')
      service.advance(3600)
      expect(await list('/trust/lists/registrars.jwt')).toEqual(first)
      service.advance(7 * 24 * 3600)
      const later = await list('/trust/lists/registrars.jwt')
      expect(later.LoTESequenceNumber).toBe(first.LoTESequenceNumber + 1)
      expect(Date.parse(later.NextUpdate)).toBeGreaterThan(service.now())
      const both = await Promise.all([list('/trust/lists/registrars.jwt'), list('/trust/lists/registrars.jwt')])
      expect(both).toEqual([later, later])
    })

    it.each([
      '/trust/lists/none.jwt',
      '/trust/lists/pid-providers',
      '/trust/lists/__proto__.jwt',
      '/trust/lists/%00.jwt',
      `/trust/lists/${'a'.repeat(2000)}.jwt`,
      '/trust/s/AAAAAAAAAAAAAAAAAAAAAA/lists/pid-providers.jwt',
      '/trust/s/AAAAAAAAAAAAAAAAAAAAAA/status.jwt',
      '/trust/s/%22%20or%201/lists/pid-providers.jwt',
      '/trust/a/short/lists/pid-providers.jwt',
      '/trust/registrar/wrp/nobody',
      '/trust/registrar/wrp?legalname=Nobody',
      '/trust/registrar/wrp?identifier=%ff',
    ])('%s is a 404 that says why', async (path) => {
      const response = await get(path)
      expect([path, response.status]).toEqual([path, 404])
      expect(await response.json()).toMatchObject({ error: 'not_found', error_description: expect.any(String) })
    })
  })

  describe('a service that starts again on the same storage', () => {
    it('goes on with the numbers of its lists, also with another clock and other keys', async () => {
      const pocketBase = await startPocketBase()
      try {
        const numbers: number[] = []
        for (const days of [8, 0]) {
          const one = await startService({ pocketBase })
          try {
            for (const past of [0, days]) {
              one.advance(past * 24 * 3600)
              const { payload } = decodeJwt({ jwt: await (await fetch(`${one.baseUrl}/trust/lists/lists.jwt`)).text() })
              numbers.push((payload as unknown as LoteDocument).LoTE.ListAndSchemeInformation.LoTESequenceNumber)
            }
          } finally {
            await one.close()
          }
        }
        expect(numbers).toEqual([1, 2, 3, 3])
      } finally {
        await pocketBase.remove()
      }
    })
  })

  describe('what belongs to one session', () => {
    it('is read there and in no other, within two seconds, and not in the ledger', async () => {
      const [session, other] = [await made('openid4vp/sessions', ofEu), await made('openid4vp/sessions', ofEu)]
      const { trust } = await read(session.session_id)
      const base = pathOf(trust.lists.base)
      const information = await list(`${base}/registration-certificate-providers.jwt`)
      expect(information.DistributionPoints).toEqual([`${trust.lists.base}/registration-certificate-providers.jwt`])
      expect(Date.parse(information.NextUpdate) - Date.parse(information.ListIssueDateTime)).toBe(300_000)

      const { status } = trust.registration_certificate.claims
      const { claims, header } = await verified(await get(pathOf(status.status_list.uri)))
      expect(header.typ).toBe('statuslist+jwt')
      expect(claims).toMatchObject({ sub: status.status_list.uri, ttl: 60, status_list: { bits: 1 } })
      const bytes = inflateSync(Buffer.from((claims.status_list as { lst: string }).lst, 'base64url'))
      expect([bytes.length * 8, bytes.some((byte) => byte !== 0)]).toEqual([8192, false])
      expect(status.status_list.idx).toBeLessThan(8192)

      const after = await read(session.session_id)
      expect(after.trust.reads).toMatchObject([
        { resource: 'list', name: 'registration-certificate-providers', sequence: 1, by: 'session' },
        { resource: 'status', name: 'registration', by: 'session' },
      ])
      const ids = after.trust.reads.map(({ exchange_id }: { exchange_id: string }) => exchange_id)
      const shown = after.exchanges.filter(({ id }: { id: string }) => ids.includes(id))
      expect(shown.map(({ correlation }: { correlation: string }) => correlation)).toEqual(['exact', 'exact'])
      expect(after.events.filter(({ type }: { type: string }) => type === 'vp_trust_resource_read')).toHaveLength(2)
      const untouched = await read(other.session_id)
      expect([untouched.trust.reads, untouched.exchanges]).toEqual([[], []])
      expect(JSON.stringify(await service.container.ports.store.ledger(1000))).not.toContain('/trust/s/')
    })

    it('is recorded 200 times; further reads are answered and counted', async () => {
      const session = await made('openid4vp/sessions', ofEu)
      const path = `${pathOf((await read(session.session_id)).trust.lists.base)}/lists.jwt`
      for (let round = 0; round < 21; round++) {
        const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await get(path)).status))
        expect(new Set(statuses)).toEqual(new Set([200]))
      }
      const { trust } = await read(session.session_id)
      expect([trust.reads.length, trust.reads_further]).toEqual([200, 8])
    })

    it('a laboratory serves its lists under its id', async () => {
      const session = await made('sessions', { laboratory: {} })
      const labId = /\/lab\/([\w-]{22})/.exec(session.issuer_identifier)?.[1]
      expect(await list(`/trust/s/${labId}/lists/pid-providers.jwt`)).toMatchObject({ LoTESequenceNumber: 1 })
      const { events } = await read(session.session_id, 'sessions')
      expect(events.find(({ type }: { type: string }) => type === 'trust_resource_read')?.detail).toMatchObject({
        resource: 'list',
        name: 'pid-providers',
        sequence: 1,
        by: 'session',
      })
    })
  })

  describe('an alias', () => {
    const alias = 'aliasoftestlists1'
    const path = `/trust/a/${alias}/lists/wallet-providers.jwt`
    const readsOf = async (id: string) => (await read(id)).trust.reads

    it('serves what its newest live session does, and its numbers never fall', async () => {
      const before = await list(path)
      expect(before.DistributionPoints).toEqual([`${service.baseUrl}/trust/lists/wallet-providers.jwt`])
      const older = await made('openid4vp/sessions', { ...ofEu, list_alias: alias })
      const first = await list(path)
      expect(first.DistributionPoints).toEqual([`${service.baseUrl}${path}`])
      expect(first.LoTESequenceNumber).toBeGreaterThan(before.LoTESequenceNumber)
      const newer = await made('openid4vp/sessions', { ...ofEu, list_alias: alias })
      const second = await list(path)
      expect(second.LoTESequenceNumber).toBeGreaterThanOrEqual(first.LoTESequenceNumber)
      expect(await readsOf(older.session_id)).toMatchObject([{ by: 'alias', sequence: first.LoTESequenceNumber }])
      expect(await readsOf(newer.session_id)).toMatchObject([{ by: 'alias', sequence: second.LoTESequenceNumber }])
      service.advance(3600)
      const last = await list(path)
      expect(last.LoTESequenceNumber).toBeGreaterThan(second.LoTESequenceNumber)
      expect(await readsOf(newer.session_id)).toHaveLength(1)
      expect((await read(newer.session_id)).trust.lists.alias).toBe(alias)
    })

    it('has 16 to 32 lower-case letters and digits', async () => {
      for (const kind of ['sessions', 'openid4vp/sessions']) {
        const headers = { 'Content-Type': 'application/json' }
        const body = JSON.stringify({ list_alias: 'Not an alias!' })
        expect((await get(`/${kind}`, { method: 'POST', headers, body })).status).toBe(400)
      }
    })
  })

  describe('what belongs to the installation', () => {
    const documents = [
      '/trust/lists/access-certificate-providers.jwt',
      '/trust/ca/access-ca.cer',
      '/trust/crl/registrar-ca.crl',
      '/trust/registrar/wrp',
    ]
    const begun = async (agent: string, kind: object = ofEu) => {
      const session = await made('openid4vp/sessions', kind)
      const { request_uri } = await read(session.session_id)
      expect((await get(pathOf(request_uri), { headers: { 'User-Agent': agent } })).status).toBe(200)
      return session.session_id
    }
    const readAll = async (agent: string) => {
      for (const path of documents) expect((await get(path, { headers: { 'User-Agent': agent } })).status).toBe(200)
    }
    const countOf = async (id: string) => {
      const { events, exchanges } = await read(id)
      return [exchanges.length, events.filter(({ type }: { type: string }) => type === 'vp_trust_resource_read').length]
    }

    it('is inferred to be read in the one session that its reader was in, and judged by nothing', async () => {
      const [id, other] = [await begun('one wallet'), await begun('another wallet')]
      await readAll('one wallet')
      const { trust, exchanges, checks } = await read(id)
      expect(trust.reads.map(({ resource, name, by }: Record<string, string>) => [resource, name, by])).toEqual([
        ['list', 'access-certificate-providers', 'client'],
        ['ca', 'access-ca', 'client'],
        ['crl', 'registrar-ca', 'client'],
        ['register', 'wrp', 'client'],
      ])
      expect(exchanges.map(({ correlation }: { correlation: string }) => correlation)).toEqual([
        'exact',
        ...documents.map(() => 'inferred'),
      ])
      const judged = checks.conformance.filter(({ id: check }: { id: string }) => check.startsWith('vp.trust.'))
      expect(judged.map(({ status }: { status: string }) => status)).not.toContain('warn')
      expect(await countOf(other)).toEqual([1, 0])
      service.advance(61)
      await readAll('one wallet')
      expect(await countOf(id)).toEqual([5, 4])
    })

    it('is recorded nowhere where several sessions can be meant, or the one is outside the framework', async () => {
      const sessions = [await begun('busy wallet'), await begun('busy wallet'), await begun('old wallet', {})]
      await readAll('busy wallet')
      await readAll('old wallet')
      for (const id of sessions) expect((await read(id)).exchanges).toHaveLength(1)
      expect((await get('/trust/ca/stranger.cer')).status).toBe(404)
      expect((await get('/trust/crl/stranger.crl')).status).toBe(404)
    })
  })

  describe('the register', () => {
    it('tells of the party to everybody, and of an intended use to who names it', async () => {
      const session = await made('openid4vp/sessions', ofEu)
      const { trust } = await read(session.session_id)
      const { intended_use_id: id } = trust.registration_certificate.claims
      const { claims, header, leaf } = await verified(await get('/trust/registrar/wrp/NTRIT-WALLETCAPTURE'))
      expect([header.alg, leaf.subject]).toEqual(['ES256', expect.stringContaining('Registrar')])
      expect(claims.iss).toBe(`${service.baseUrl}/trust/registrar`)
      expect(claims.data).toMatchObject({
        services: [{ serviceIdentifier: 'verifier', supportURI: `${service.baseUrl}/trust/support` }, {}],
      })
      expect(JSON.stringify(claims.data)).not.toContain('intendedUse')
      const one = await verified(await get('/trust/registrar/wrp?serviceidentifier=issuer'))
      expect(one.claims.data).toMatchObject([{ services: [{ serviceIdentifier: 'issuer' }] }])
      const shown = await verified(
        await get(`/trust/registrar/wrp?intendeduseidentifier=${id}&tradename=Wallet+Capture`),
      )
      expect(shown.claims.data).toMatchObject([
        { services: [{ intendedUses: [{ intendedUseIdentifier: id, credentials: expect.any(Array) }] }, {}] },
      ])
      const check = async (query: string) => {
        const response = await get(`/trust/registrar/wrp/check-intended-use?${query}`)
        return ((await verified(response)).claims.data as { isRegistered: boolean }).isRegistered
      }
      const named = `intendeduseidentifier=${id}`
      expect(await check(named)).toBe(true)
      expect(await check(`${named}&credentialformat=dc%2Bsd-jwt&claimpath=family_name`)).toBe(true)
      expect(await check(`${named}&claimpath=shoe_size`)).toBe(false)
      expect(await check('claimpath=family_name')).toBe(false)
      expect(await check(`${named}&rpidentifier=NTRIT-ANOTHERCOMPANY`)).toBe(false)
      const reads = (await read(session.session_id)).trust.reads as Record<string, string>[]
      expect(reads.map(({ resource, name }) => [resource, name])).toEqual([
        ['register', 'wrp'],
        ...Array.from({ length: 5 }, () => ['register', 'check-intended-use']),
      ])
      // A query that names no use is attributed to whoever asked before.
      expect(reads.map(({ by }) => by)).toEqual(['session', 'session', 'session', 'session', 'client', 'session'])
    })
  })
})

describe('keys of trust lists', () => {
  const service = serviceForTests()

  const get = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${service.baseUrl}${path}`, init)
    return { response, bytes: Buffer.from(await response.arrayBuffer()) }
  }

  const authorities = ['access-ca', 'registrar-ca', 'pid-ca']
  const files = [
    ['/trust/anchors.pem', 'application/x-pem-file'],
    ['/trust/anchors.jwks', 'application/json'],
    ['/trust/anchors/access-certificate-providers.pem', 'application/x-pem-file'],
    ['/trust/anchors/registration-certificate-providers.cer', 'application/pkix-cert'],
    ['/trust/ca/pid-ca.cer', 'application/pkix-cert'],
    ['/trust/crl/access-ca.crl', 'application/pkix-crl'],
    ['/trust/support', 'text/plain; charset=utf-8'],
    ['/trust/privacy', 'text/plain; charset=utf-8'],
    ['/trust/policy', 'text/plain; charset=utf-8'],
  ] as const

  describe('the documents of the trust framework', () => {
    it.each(files)('%s is there for everybody, as %s, for a minute', async (path, mediaType) => {
      const { response, bytes } = await get(path, { headers: { Origin: 'https://wallet.example' } })
      expect([response.status, response.headers.get('content-type')]).toEqual([200, mediaType])
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('cache-control')).toBe('public, max-age=60')
      const tag = response.headers.get('etag') ?? ''
      expect(tag).toBe(`"${createHash('sha256').update(bytes).digest('base64url')}"`)
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const again = await get(path, { headers: { 'If-None-Match': known } })
        expect([again.response.status, again.response.headers.get('etag'), again.bytes.length]).toEqual([304, tag, 0])
      }
      const head = await get(path, { method: 'HEAD' })
      expect([head.response.status, head.response.headers.get('etag'), head.bytes.length]).toEqual([200, tag, 0])
      expect(head.response.headers.get('content-length')).toBe(String(bytes.length))
      expect((await get(path, { headers: { 'If-None-Match': '"other"' } })).response.status).toBe(200)
      expect((await get(path, { method: 'POST' })).response.status).toBe(405)
    })

    it('give the same anchors in each form, three authorities of one role each', async () => {
      const pem = (await get('/trust/anchors.pem')).bytes.toString()
      const [access, registrar, pid, ...others] = (
        pem.match(/-----BEGIN[\s\S]+?-----END CERTIFICATE-----\n/g) ?? []
      ).map((block) => new X509Certificate(block))
      expect(others).toEqual([])
      const raws = [access, registrar, pid].map((one) => one?.raw.toString('base64'))
      expect(new Set(raws).size).toBe(3)
      const { keys } = JSON.parse((await get('/trust/anchors.jwks')).bytes.toString()) as { keys: { x5c: string[] }[] }
      expect(keys.map(({ x5c }) => x5c)).toEqual(raws.map((raw) => [raw]))
      expect(keys[0]).toMatchObject({ ...access?.publicKey.export({ format: 'jwk' }), kid: 'access-ca', use: 'sig' })
      for (const [index, ca] of authorities.entries())
        expect((await get(`/trust/ca/${ca}.cer`)).bytes.toString('base64')).toBe(raws[index])
      const lists = {
        'access-certificate-providers': access,
        'registration-certificate-providers': registrar,
        registrars: registrar,
        'pid-providers': pid,
        'pub-eaa-providers': pid,
      }
      for (const [list, anchor] of Object.entries(lists)) {
        expect((await get(`/trust/anchors/${list}.pem`)).bytes.toString()).toBe(anchor?.toString())
        expect((await get(`/trust/anchors/${list}.cer`)).bytes.equals(anchor?.raw ?? Buffer.alloc(0))).toBe(true)
      }
      const operator = new X509Certificate((await get('/trust/anchors/lists.cer')).bytes)
      expect(operator.subject).toBe('C=EU\nO=Wallet Capture Test List Operator')
      // None of them is the root that phones trust today.
      const root = new X509Certificate((await get('/pki/root-ca.cer')).bytes)
      expect([...raws, operator.raw.toString('base64')]).not.toContain(root.raw.toString('base64'))
    })

    it('are the revocation lists that leaves name: empty, current, signed by the authority, new each hour', async () => {
      const numbers: (string | undefined)[] = []
      for (const hour of [0, 1]) {
        if (hour > 0) service.advance(3600)
        for (const ca of [...authorities, ...authorities.map((ca) => `stranger-${ca}`)]) {
          const { bytes } = await get(`/trust/crl/${ca}.crl`)
          const list = new X509Crl(bytes)
          const certificate = new Certificate((await get(`/trust/ca/${ca}.cer`)).bytes)
          expect(await list.verify({ publicKey: certificate })).toBe(true)
          expect([list.issuer, list.entries.length]).toEqual([certificate.subject, 0])
          expect(list.thisUpdate.getTime()).toBeLessThanOrEqual(service.now())
          expect(list.nextUpdate?.getTime()).toBeGreaterThan(service.now() + 3600_000)
          expect((await get(`/trust/crl/${ca}.crl`)).bytes.equals(bytes)).toBe(true)
          const number = list.extensions.find(({ type }) => type === '2.5.29.20')
          numbers.push(Buffer.from(number?.value ?? new ArrayBuffer(0)).toString('hex'))
        }
      }
      expect(new Set(numbers).size).toBe(2)
    })

    it.each([
      '/trust/anchors/no-such-list.pem',
      '/trust/anchors/access-certificate-providers.der',
      '/trust/anchors/access-certificate-providers',
      '/trust/anchors/__proto__.pem',
      '/trust/ca/stranger-stranger-access-ca.cer',
      '/trust/ca/access-ca.pem',
      '/trust/crl/root-ca.crl',
      '/trust/crl/%00.crl',
      '/trust/nothing',
    ])('say of %s that there is none', async (path) => {
      const { response, bytes } = await get(path)
      const { error, error_description } = JSON.parse(bytes.toString()) as Record<string, string>
      expect([response.status, error]).toEqual([404, 'not_found'])
      expect(error_description).toMatch(/^[ -~]{10,}\.$/)
    })

    it('say of themselves to people that they are test data', async () => {
      for (const path of ['/trust/support', '/trust/privacy', '/trust/policy'])
        expect((await get(path)).bytes.toString()).toMatch(/test data[\s\S]+made up/)
    })
  })
})
