import { createServer, type Server } from 'node:https'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createGuardedFetch } from '@/lib/adapters/fetch/guarded-fetch'
import { trustListFetch } from '@/lib/adapters/trust-lists/list-sources'
import { addSeconds, epochMillis } from '@/lib/core/shared/time/time'
import { loteProfiles } from '@/lib/core/shared/trust/lists/profiles'
import { listProblems } from '@/lib/core/shared/trust/lists/read/read-list'
import { expectError } from '@/lib/testing/expect-refusal'
import { freePort } from '@/lib/testing/free-port'
import {
  createHttpClient,
  type Fields,
  type HttpAnswer,
  type HttpClient,
  type JsonRecord,
  jsonPost,
  sentFrom,
} from '@/lib/testing/http-client'
import { pemOf } from '@/lib/testing/https-host'
import { startService, type TestService } from '@/lib/testing/service'
import { type ListContent, type ListOperator, makeListOperator, makeTrustList } from '@/lib/testing/trust-list'
import { createKeyAttester, type KeyAttester } from '@/lib/wallet/issuer/credential/attester'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { createForeignIssuer, type ForeignIssuer } from '@/lib/wallet/verifier/foreign-issuer'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

describe('sources of trust lists', () => {
  const day = 86_400
  const started = epochMillis(Date.now())
  const wallet = loteProfiles['wallet-providers']
  const pid = loteProfiles['pid-providers']
  const configured = (...lists: readonly { location: string; purpose: string }[]) =>
    JSON.stringify(lists.map((list) => ({ ...list, operators: 'operator.pem' })))

  let host: Server
  let service: TestService
  let operator: ListOperator
  let stranger: ListOperator
  let provider: KeyAttester
  let otherProvider: KeyAttester
  let issuer: ForeignIssuer
  let otherIssuer: ForeignIssuer
  let location: string
  /** The list that the host serves now. */
  let served: string

  const walletList = (content: Partial<ListContent> = {}, by = operator) =>
    makeTrustList(by, {
      now: started,
      services: [{ type: wallet.services?.issuance ?? '', certificates: [provider.rootCertificate] }],
      ...content,
    })

  beforeAll(async () => {
    const hostRoot = await createKeyAttester(started)
    ;[operator, stranger] = await Promise.all([
      makeListOperator(started),
      makeListOperator(started, { name: 'A Stranger' }),
    ])
    ;[provider, otherProvider] = (await Promise.all(
      [0, 1].map(() => createKeyAttester(started, { statesProvider: true })),
    )) as [KeyAttester, KeyAttester]
    ;[issuer, otherIssuer] = await Promise.all([createForeignIssuer(started), createForeignIssuer(started)])
    host = createServer(await pemOf(hostRoot, 'lists.example'), (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/jwt' }).end(served)
    })
    const port = await freePort()
    await new Promise<void>((resolve) => host.listen(port, '127.0.0.1', resolve))
    location = `https://lists.example:${port}/wallets.jwt`
    served = await walletList({ sequence: 5 })
    service = await startService({
      env: { ATTESTATION_TRUST: 'enforce' },
      fetchDocument: createGuardedFetch({
        now: () => epochMillis(Date.now()),
        ...trustListFetch,
        resolve: async () => [{ address: '127.0.0.1', family: 4 }],
        isAllowed: () => true,
        authorities: [hostRoot.rootPem],
      }),
      files: {
        'trust/operator.pem': operator.pem,
        'trust/lists.json': configured(
          { location, purpose: 'wallet' },
          { location: 'pid.jwt', purpose: 'credential_issuer' },
        ),
        'trust/pid.jwt': await makeTrustList(operator, {
          now: started,
          type: pid.type,
          nextUpdate: addSeconds(started, 100 * day),
          services: [{ type: pid.services?.issuance ?? '', certificates: [issuer.current.rootCertificate] }],
        }),
      },
    })
  })
  afterAll(async () => {
    await service.close()
    host.closeAllConnections()
    await new Promise((resolve) => host.close(resolve))
  })

  async function ask(method: string, path: string, body?: JsonRecord): Promise<JsonRecord> {
    const response = await fetch(`${service.baseUrl}${path}`, {
      method,
      ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    })
    return (await response.json()) as JsonRecord
  }

  /** The outcome of a session, and the status of these checks in it. */
  async function found(path: string, ids: readonly string[]) {
    const session = (await ask('GET', path)) as { checks: { conformance: { id: string; status: string }[] } }
    return ids.map((id) => session.checks.conformance.find((one) => one.id === id)?.status)
  }

  async function issue(attester: KeyAttester, changes: JsonRecord = {}) {
    const created = await ask('POST', '/sessions', {
      issuer_configuration_id: 'eu-pid-device-bound',
      flow: 'authorization_code',
      ...changes,
    })
    const run = await runAtIssuer({ deeplink: String(created.deeplink), attester, clock: service.now })
    const ids = ['vci.wallet_attestation.trusted', 'vci.wallet_attestation.provider_listed']
    const key = ['vci.key_attestation.provider_listed', 'vci.wallet_attestation.provider_certificate']
    return { outcome: run.outcome, statuses: await found(`/sessions/${created.session_id}`, [...ids, ...key]) }
  }

  async function present(foreignIssuer: ForeignIssuer, query: JsonRecord, changes: JsonRecord = {}) {
    const created = await ask('POST', '/openid4vp/sessions', {
      dcql_query: { credentials: [{ id: 'pid', ...query }] },
      ...changes,
    })
    const { outcome } = await runAtVerifier({
      deeplink: String(created.deeplink),
      profile: { credential: 'foreign' },
      foreignIssuer,
      clock: service.now,
    })
    expect(outcome).toBe('presented')
    const format = query.format === 'mso_mdoc' ? 'mdoc' : 'sdjwt'
    const ids = [`vp.${format}.issuer_trusted`, `vp.${format}.issuer_listed`]
    return found(`/openid4vp/sessions/${created.session_id}`, ids)
  }
  const sdJwt = {
    format: 'dc+sd-jwt',
    meta: { vct_values: ['urn:eudi:pid:1'] },
    claims: [{ path: ['family_name'] }],
  }
  const mdoc = {
    format: 'mso_mdoc',
    meta: { doctype_value: 'eu.europa.ec.eudi.pid.1' },
    claims: [{ path: ['eu.europa.ec.eudi.pid.1', 'family_name'] }],
  }

  describe('a service that relies on lists of trusted entities', () => {
    it('takes wallets of a listed provider and refuses others, where trust is enforced', async () => {
      expect(service.container.trustLists.states()).toMatchObject([
        { location, problems: [], inForce: { sequence: 5, issuance: 1 } },
        { purpose: 'credential_issuer', problems: [], inForce: { issuance: 1 } },
      ])
      expect(await issue(provider)).toEqual({
        outcome: 'credential_stored',
        statuses: ['pass', 'pass', 'pass', 'pass'],
      })
      expect(await issue(otherProvider)).toEqual({
        outcome: 'refused_by_issuer',
        // The profile of these checks only counts in sessions of the European framework.
        statuses: ['fail', 'warn', undefined, 'pass'],
      })
    })

    it('fails an unlisted provider in a session of the European framework', async () => {
      const { statuses } = await issue(otherProvider, { trust_framework: 'eu' })
      expect(statuses.slice(0, 2)).toEqual(['fail', 'fail'])
    })

    it.each([
      ['credential', sdJwt],
      ['document', mdoc],
    ])('tells whether the issuer of a %s is on one', async (_, query) => {
      expect(await present(issuer, query)).toEqual(['pass', 'pass'])
      expect(await present(otherIssuer, query)).toEqual(['warn', 'warn'])
      expect(await present(issuer, query, { trust_framework: 'eu' })).toEqual(['pass', 'pass'])
    })

    it('keeps the last valid release when another one does not hold, until its next update', async () => {
      const { trustLists } = service.container
      const state = () => trustLists.states()[0]
      service.advance(day / 2)
      const now = service.now()
      // The list was read less than a day ago, and is not requested again early.
      served = await walletList({ sequence: 4, now })
      await trustLists.refresh()
      expect(state()).toMatchObject({ problems: [], inForce: { sequence: 5 } })
      service.advance(day / 2 - 60)
      for (const [problem, document] of [
        ['rolled_back', served],
        ['expired', await walletList({ sequence: 6, nextUpdate: now })],
        ['operator_unknown', await walletList({ sequence: 6, nextUpdate: addSeconds(now, day) }, stranger)],
      ] as const) {
        served = document
        await trustLists.refresh()
        expect(state()).toMatchObject({ problems: [listProblems[problem]] })
        service.advance(15 * 60)
      }
      expect(state()).toMatchObject({ inForce: null })
      expect(await issue(provider)).toMatchObject({
        outcome: 'refused_by_issuer',
        statuses: ['fail', 'not_observed', undefined, 'pass'],
      })
      expect((await fetch(`${service.baseUrl}/readyz`)).status).toBe(200)
      served = await walletList({ sequence: 6, now: service.now(), nextUpdate: addSeconds(service.now(), day) })
      await trustLists.refresh()
      expect((await issue(provider)).outcome).toBe('credential_stored')
    })
  })

  describe('a service that relies on none', () => {
    it('does not list what it cannot tell, and says why in a session of the European framework', async () => {
      const plain = await startService()
      try {
        const read = async (body: JsonRecord) => {
          const post = await fetch(`${plain.baseUrl}/sessions`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ flow: 'authorization_code', ...body }),
          })
          const created = (await post.json()) as JsonRecord
          await runAtIssuer({ deeplink: String(created.deeplink), attester: provider })
          const session = await (await fetch(`${plain.baseUrl}/sessions/${created.session_id}`)).json()
          const { conformance } = (session as { checks: { conformance: { id: string }[] } }).checks
          return conformance.filter(({ id }) => /provider_(listed|certificate)$/.test(id))
        }
        expect(await read({})).toEqual([])
        const [first] = await read({ trust_framework: 'eu' })
        expect(first).toMatchObject({
          status: 'not_applicable',
          actual: { because: 'This installation relies on no list of wallet providers.' },
        })
      } finally {
        await plain.close()
      }
    })

    it('does not start with a file of lists that cannot be read, and says so in one sentence', async () => {
      const files = { 'trust/lists.json': configured({ location: 'absent.jwt', purpose: 'wallet' }) }
      await expect(startService({ files })).rejects.toThrow(
        /^The file .*absent\.jwt, which .* names, cannot be read\.$/,
      )
      await expect(startService({ files: { 'trust/lists.json': '{}' } })).rejects.toThrow(/must be a JSON array/)
    })
  })
})

describe('an alias of lists', () => {
  /** Who owns lists at a lasting address: what was begun with the operator token stays the operator's. */
  let service: TestService
  let http: HttpClient
  const token = 'a-token-of-the-operator'
  const start = async (env: Readonly<Record<string, string>>): Promise<void> => {
    service = await startService({ env: { TRUST_PROXY: '127.0.0.1', ...env } })
    http = createHttpClient(service.baseUrl)
  }
  afterEach(async () => {
    http.close()
    await service.close()
  })

  const asOperator: Fields = [['Authorization', `Bearer ${token}`]]
  const post = (path: string, body: object, headers: Fields = []) => http(jsonPost(path, body, headers))
  describe('a list_alias', () => {
    const alias = 'abcdefghij0123456789'
    const join = (headers: Fields = [], path = '/openid4vp/sessions') =>
      post(path, { trust_framework: 'eu', list_alias: alias }, headers)
    const leads = async () => {
      const { store, sha256 } = service.container.ports
      const digest = Buffer.from(sha256(alias)).toString('base64url')
      const standing = await store.standingValue('list_alias', digest)
      return (standing?.data.sessions as { id: string }[] | undefined)?.map(({ id }) => id) ?? []
    }
    const refuses = async (answer: HttpAnswer) => {
      expectError(answer, 401, 'unauthorized')
      expect(answer.object()).toMatchObject({
        error_description: expect.stringContaining('begun or taken over with the operator token'),
        pointer: '/list_alias',
      })
    }

    it('that was begun with the token is joined with the token only, and stays so once its sessions are over', async () => {
      await start({ OPERATOR_TOKEN: token })
      const mine = (await join(asOperator)).object().session_id
      await refuses(await join())
      await refuses(await post('/sessions', { laboratory: {}, trust_framework: 'eu', list_alias: alias }))
      const wallet = { name: 'Quillfern', version: '1' }
      await refuses(await post('/campaigns', { wallet, presets: ['sd_jwt_baseline'], list_alias: alias }))
      expect(await leads()).toEqual([mine])
      service.advance(3601)
      await refuses(await join())
      const next = (await join(asOperator)).object().session_id
      expect((await leads())[0]).toBe(next)
      // No place was taken, and no session created.
      expect(await service.container.ports.store.liveLaboratories(service.now())).toBe(0)
    })

    it('that strangers began is joined by strangers, until the operator takes it over: then it leads to none of theirs', async () => {
      await start({ OPERATOR_TOKEN: token })
      for (const headers of [[], sentFrom('192.0.2.1')]) expect((await join(headers)).status).toBe(201)
      const mine = (await join(asOperator)).object().session_id
      expect(await leads()).toEqual([mine])
      await refuses(await join())
      expect(await leads()).toEqual([mine])
      const next = (await join(asOperator)).object().session_id
      expect(await leads()).toEqual([next, mine])
    })

    it('that was stored before its beginner was kept needs the token, where one is set', async () => {
      await start({ OPERATOR_TOKEN: token })
      const { store, sha256 } = service.container.ports
      const digest = Buffer.from(sha256(alias)).toString('base64url')
      const value = {
        kind: 'list_alias' as const,
        digest,
        version: 1,
        changedAt: service.now(),
        data: { sessions: [] },
      }
      await store.commit({ events: [], effects: [{ type: 'replace', value, replaces: 0 }] })
      await refuses(await join())
      expect((await join(asOperator)).status).toBe(201)
    })

    it('is everybody’s where no token is set', async () => {
      await start({})
      for (const address of ['192.0.2.1', '198.51.100.1']) expect((await join(sentFrom(address))).status).toBe(201)
    })

    it('is never the stranger’s who asks at the same time as the operator begins it', async () => {
      await start({ OPERATOR_TOKEN: token })
      const answers = await Promise.all([join(), join(asOperator), join(), join()])
      expect(answers[1]?.status).toBe(201)
      for (const { status } of answers) expect([201, 401]).toContain(status)
    })
  })
})
