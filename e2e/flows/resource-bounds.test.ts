import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { largeBodyBytes } from '@/lib/server/basics/limits'
import { covers } from '@/lib/testing/covers'
import { expectError } from '@/lib/testing/expect-refusal'
import { createHandPresenter } from '@/lib/testing/hand-presenter'
import { createHttpClient, type Fields, type HttpAnswer, type HttpRequest, sentFrom } from '@/lib/testing/http-client'
import { presentation } from '@/lib/testing/presented-tokens'
import { readRawAnswers, sendRaw } from '@/lib/testing/raw-socket'
import { startService, type TestService } from '@/lib/testing/service'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'

describe('memory', () => {
  let service: TestService
  const sockets: Socket[] = []
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    await service.close()
  })

  function open(bytes: string): Socket {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(service.baseUrl).port) })
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.write(bytes)
    return socket
  }

  async function ask(request: HttpRequest): Promise<HttpAnswer> {
    const http = createHttpClient(service.baseUrl)
    return http(request).finally(() => http.close())
  }

  const form = [['Content-Type', 'application/x-www-form-urlencoded']] as const
  const response = (bytes: number): HttpRequest => ({
    method: 'POST',
    path: '/openid4vp/response',
    headers: form,
    body: `vp_token=${'x'.repeat(bytes)}`,
  })
  const expectNoRoom = (answer: HttpAnswer) => {
    expect([answer.status, answer.header('retry-after'), answer.object().error]).toEqual([
      503,
      '5',
      'temporarily_unavailable',
    ])
  }

  describe('bodies that are being received', () => {
    covers('D4')
    it('are bounded altogether: another large one is asked to come again, a small one is served', async () => {
      service = await startService({ memory: { bodyRoom: { max: 400_000, small: 16_384 } } })
      expect((await ask(response(100_000))).status).toBe(400)
      const unfinished = open(
        `POST /openid4vp/response HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${form[0][1]}\r\nContent-Length: 250000\r\n\r\n${'x'.repeat(200_000)}`,
      )
      await expect.poll(async () => (await ask(response(100_000))).status).toBe(503)
      expectNoRoom(await ask(response(100_000)))
      expect((await ask(response(10_000))).status).toBe(400)
      unfinished.destroy()
      await expect.poll(async () => (await ask(response(100_000))).status).toBe(400)
    })
  })

  describe('memory for messages', () => {
    const token = 'a-token-of-the-operator'
    const asOperator: Fields = [['Authorization', `Bearer ${token}`]]
    const all = (max: number) => ({ max, small: max })
    const kinds: readonly (readonly [
      string,
      'bodyRoom' | 'answerRoom',
      bytes: number,
      (headers?: Fields) => HttpRequest,
    ])[] = [
      ['bodies', 'bodyRoom', 100_000, (headers = []) => ({ ...response(100_000), headers: [...form, ...headers] })],
      ['answers', 'answerRoom', 600_000, (headers = []) => ({ path: '/openapi.json', headers })],
    ]

    it.each(kinds)('is shared by network: %s', async (_name, room, bytes, request) => {
      service = await startService({ memory: { [room]: all(7 * bytes) }, env: { TRUST_PROXY: '127.0.0.1' } })
      const refused = await ask(request(sentFrom('192.0.2.1')))
      expectNoRoom(refused)
      expect(refused.object().error_description).toContain('Your network has its share')
      expect((await ask(request())).status).not.toBe(503)
    })

    it.each(kinds)('is not taken by strangers to the last quarter: %s', async (_name, room, bytes, request) => {
      service = await startService({ memory: { [room]: all(1.25 * bytes) }, env: { OPERATOR_TOKEN: token } })
      const refused = await ask(request())
      expectNoRoom(refused)
      expect(refused.object().error_description).toContain('not kept for whoever sends the operator token')
    })

    it('is given to the operator beyond that', async () => {
      service = await startService({ memory: { bodyRoom: all(160_000) }, env: { OPERATOR_TOKEN: token } })
      const create = (headers: Fields) =>
        ask({
          method: 'POST',
          path: '/openid4vp/sessions',
          headers,
          body: JSON.stringify({ note: 'x'.repeat(100_000) }),
        })
      expectNoRoom(await create([['Content-Type', 'application/json']]))
      expect((await create([['Content-Type', 'application/json'], ...asOperator])).status).toBe(201)
    })
  })

  describe('answers that are not read', () => {
    covers('D4')
    it('are bounded altogether: a further large one is put off, a small one is given', async () => {
      service = await startService({ memory: { answerRoom: { max: 1000, small: 100 } } })
      expectNoRoom(await ask({ path: '/openapi.json' }))
      expect((await ask({ path: '/healthz' })).status).toBe(200)
      expect((await ask({ method: 'HEAD', path: '/openapi.json' })).status).toBe(200)
    })

    it('leave their room to others once they are read', async () => {
      const max = 1_200_000
      service = await startService({ memory: { answerRoom: { max, small: 100 } } })
      for (let count = 0; count < 10; count++)
        await expect.poll(async () => (await ask({ path: '/openapi.json' })).status).toBe(200)
    })

    covers('D4')
    it.each(['/openapi.json', '/'])('end their connection when their time is over: %s', async (path) => {
      service = await startService({
        connections: 1,
        memory: { answerTime: { seconds: 0.3, bytesPerSecond: Number.POSITIVE_INFINITY } },
        pages: (_request, answer) => void answer.end(Buffer.alloc(32 * 1024 * 1024)),
      })
      // More than the system's buffers hold, and the client does not read.
      open(`GET ${path} HTTP/1.1\r\nHost: ${new URL(service.baseUrl).host}\r\n\r\n`.repeat(path === '/' ? 1 : 100))
      // No other connection is accepted before that one is closed.
      await expect
        .poll(
          () =>
            ask({ path: '/healthz' }).then(
              ({ status }) => status,
              () => null,
            ),
          { timeout: 60_000 },
        )
        .toBe(200)
    })
  })
})

describe('work', () => {
  /** Small requests that would cost seconds if everything in them were compared with everything else. */
  const service = serviceForTests()
  const { http } = service

  const listOf = <Value>(count: number, item: (index: number) => Value): Value[] =>
    Array.from({ length: count }, (_, index) => item(index))
  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const jwt = (typ: string, claims: object): string => `${encode({ alg: 'ES256', typ })}.${encode(claims)}.AAAA`
  const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')

  const create = (body: object): Promise<HttpAnswer> =>
    http({
      method: 'POST',
      path: '/openid4vp/sessions',
      headers: [['Content-Type', 'application/json']],
      body: JSON.stringify(body),
    })

  const query = (claims: readonly object[], more: object = {}) => ({
    credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['v'] }, claims, ...more }],
  })
  const credential = (claims: object, keyBinding: object = {}): string =>
    `${jwt('dc+sd-jwt', { iss: 'https://issuer.example', vct: 'v', ...claims })}~${jwt('kb+jwt', { nonce: 'n', ...keyBinding })}`

  /** Answers a session with presentations; returns the response and the session afterwards. */
  async function answer(body: object, presentations: (request: Record<string, unknown>) => string[]) {
    const made = await create({ response_mode: 'direct_post', ...body })
    expect(made.status, made.body).toBe(201)
    const created = made.object()
    const request = created.authorization_request as Record<string, unknown>
    const form = { state: String(request.state), vp_token: JSON.stringify({ pid: presentations(request) }) }
    const answered = await http({
      method: 'POST',
      path: new URL(String(request.response_uri)).pathname,
      headers: [['Content-Type', 'application/x-www-form-urlencoded']],
      body: new URLSearchParams(form).toString(),
    })
    const read = await http({ path: `/openid4vp/sessions/${created.session_id}` })
    const { checks } = read.object() as unknown as PresentationSessionView
    return { answered, finding: (id: string) => checks.conformance.findLast((entry) => entry.id === id) }
  }

  describe('an answer', () => {
    it('that takes too many steps to compare is told the limit, and no check of its claims passes', async () => {
      const claims = listOf(200, () => ({ path: ['a', null] }))
      const { answered, finding } = await answer({ dcql_query: query(claims) }, () => [
        credential({ a: listOf(9000, () => 1) }),
      ])
      expectError(answered, 400, 'invalid_presentation')
      const stopped = {
        status: 'not_observed',
        actual: { because: expect.stringContaining('100000 steps (comparisonStepsMax)') },
      }
      expect(finding('vp.dcql.claims_present')).toMatchObject(stopped)
      expect(finding('vp.dcql.path_null_index')).toMatchObject(stopped)
      expect(finding('vp.min.only_requested_sdjwt')).toMatchObject(stopped)
      expect(finding('vp.dcql.vct')).toMatchObject({ status: 'pass' })
    })

    it('whose claims are few enough is compared to the end, with many paths too', async () => {
      const claims = [...listOf(100, (index) => ({ path: ['a', index] })), { path: ['a', null] }]
      const { finding } = await answer({ dcql_query: query(claims) }, () => [credential({ a: listOf(1000, () => 1) })])
      expect(finding('vp.dcql.claims_present')).toMatchObject({ status: 'pass', actual: '101 claims' })
    })

    it('with more values in all its credentials than are looked at is refused by name', async () => {
      const { answered, finding } = await answer(
        { dcql_query: query([{ path: ['a', null] }], { multiple: true }) },
        () => listOf(6, (index) => credential({ index, a: listOf(9000, () => 1) })),
      )
      expectError(answered, 400, 'invalid_presentation')
      expect(finding('vp.sdjwt.compact')).toMatchObject({ status: 'fail' })
      expect(JSON.stringify(finding('vp.sdjwt.compact')?.actual)).toContain('30000 (answerClaimValuesMax)')
    })

    it('may hold a hash of each of as many entries as a request may have', async () => {
      const transaction_data = listOf(500, (index) => encode({ type: 't', credential_ids: ['pid'], index }))
      const { finding } = await answer(
        { dcql_query: query([{ path: ['a'] }]), transaction_data },
        ({ transaction_data: sent }) => [
          credential({ a: 1 }, { transaction_data_hashes: (sent as string[]).map(hash) }),
        ],
      )
      expect(finding('vp.txn.hashes_match')).toMatchObject({ status: 'pass' })
      expect(finding('vp.txn.no_foreign_hashes')).toMatchObject({ status: 'pass' })
    })

    it('with more hashes than that is told how many were compared', async () => {
      const transaction_data = [encode({ type: 't', credential_ids: ['pid'] })]
      const { finding } = await answer(
        { dcql_query: query([{ path: ['a'] }]), transaction_data },
        ({ transaction_data: sent }) => [
          credential({ a: 1 }, { transaction_data_hashes: listOf(501, () => hash(String((sent as string[])[0]))) }),
        ],
      )
      expect(finding('vp.txn.no_foreign_hashes')).toMatchObject({
        status: 'fail',
        expected: 'at most 500 hashes (transactionHashesMax)',
        actual: '501: those after the first 500 were not compared',
      })
    })
  })

  describe('a request that is asked for', () => {
    const entry = (more: object = {}) => ({ type: 't', credential_ids: ['pid_sd_jwt'], ...more })

    it.each([
      [
        'entries of transaction data',
        listOf(501, () => encode(entry())),
        'more than 500 entries (transactionEntriesMax)',
      ],
      [
        'names of algorithms',
        [0, 1].map((list) =>
          encode(entry({ transaction_data_hashes_alg: listOf(6000, (index) => `${list}${index}`) })),
        ),
        'more than 10000 values together (jsonValuesMax)',
      ],
      [
        'values in one entry',
        [encode(entry({ x: listOf(40_000, () => 1) }))],
        'more than 10000 values together (jsonValuesMax)',
      ],
      ['nesting', [encode(entry({ x: JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) }))], '32 levels (jsonDepthMax)'],
    ])('is refused with too many %s, by the name of the limit', async (_name, transaction_data, limit) => {
      const refused = await create({ transaction_data })
      expect(refused.status).toBe(400)
      expect(refused.object().error_description).toContain(limit)
    })

    it('has 500 problems listed where it has that many', async () => {
      const made = await create({ transaction_data: [encode(entry({ credential_ids: listOf(500, () => 'nobody') }))] })
      expect(made.status).toBe(201)
      const read = await http({ path: `/openid4vp/sessions/${made.object().session_id}` })
      expect(read.object().request_problems).toHaveLength(500)
    })
  })
})

describe('connections', () => {
  let service: TestService | null = null
  const sockets: Socket[] = []
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    await service?.close()
    service = null
  })

  /** Opens a silent connection; resolves once the service has accepted or closed it. */
  async function open({ baseUrl }: TestService): Promise<'taken' | 'ended'> {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(baseUrl).port) })
    sockets.push(socket)
    socket.on('error', () => undefined)
    const ended = once(socket, 'close').then(() => 'ended' as const)
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    return Promise.race([once(socket, 'data').then(() => 'taken' as const), ended])
  }

  describe('connections', () => {
    covers('D4')
    it('are bounded, and one that ends makes room', async () => {
      service = await startService({ connections: 3 })
      for (let count = 0; count < 3; count++) expect(await open(service)).toBe('taken')
      expect(await open(service)).toBe('ended')
      const [first] = sockets
      first?.end()
      if (first) await once(first, 'close')
      expect(await open(service)).toBe('taken')
      expect(await open(service)).toBe('ended')
    })

    it('are bounded altogether, also behind a proxy', async () => {
      service = await startService({ env: { TRUST_PROXY: '127.0.0.1' }, connections: 4 })
      for (let count = 0; count < 4; count++) expect(await open(service)).toBe('taken')
      expect(await open(service)).toBe('ended')
    })

    // The test's own timeout shows it: by default, Node checks for late requests every 30 seconds.
    it('end soon after a header section that never ends is late', { timeout: 28_000 }, async () => {
      service = await startService({ timeouts: { requestTimeout: 400, headersTimeout: 400 } })
      const answers = await Promise.all([
        sendRaw(service.baseUrl, 'POST /issuers/eu-pid-device-bound/nonce HTTP/1.1\r\nHost: localhost\r\n'),
        sendRaw(service.baseUrl),
      ])
      expect(readRawAnswers(answers[0])[0]?.status).toBe(408)
    })

    covers('D4')
    it('have their requests worked on one after the other, however many come at once', async () => {
      let atOnce = 0
      let most = 0
      const pages = async (_request: IncomingMessage, response: ServerResponse) => {
        atOnce += 1
        most = Math.max(most, atOnce)
        await setImmediate()
        response.end()
        atOnce -= 1
      }
      service = await startService({ pages: (request, response) => pages(request, response) })
      const { host } = new URL(service.baseUrl)
      const page = `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`
      const last = `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
      const answers = (await sendRaw(service.baseUrl, page.repeat(100) + last)).split('HTTP/1.1 200 OK').length - 1
      expect([answers, most]).toEqual([101, 1])
    })
  })
})

describe('a large response', () => {
  /** A response with many presentations of many claims yields to other requests between two of them. */
  const count = 12
  const service = serviceForTests()
  let credential: HeldCredential
  beforeAll(async () => {
    const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
    credential = credentials[0] as HeldCredential
  })

  const dcql_query = {
    credentials: [{ id: 'pid', format: 'dc+sd-jwt', multiple: true, meta: { vct_values: ['urn:eudi:pid:1'] } }],
  }

  /** The turns yielded while presentations with this many claims are processed. */
  async function turnsFor(claims: number): Promise<number> {
    const presenter = await createHandPresenter(service, credential, { dcql_query, response_mode: 'direct_post' })
    const named = Object.fromEntries(Array.from({ length: claims }, (_, index) => [`claim${index}`, 'value']))
    const pid = Array.from({ length: count }, (_, one) => presentation({ claims: { ...named, one } }))
    const { ports } = service.container
    const { turn } = ports
    let turns = 0
    const counted = () => {
      turns += 1
      return turn()
    }
    Object.assign(ports, { turn: counted })
    // With the padding, both bodies count as large.
    const padding = 'x'.repeat(largeBodyBytes)
    const answer = await presenter.answer({ vp_token: { pid }, state: presenter.request.state, padding })
    Object.assign(ports, { turn })
    expect(answer.status).toBe(400)
    return turns
  }

  it('each long presentation is read, matched and described in a turn of its own', async () => {
    const more = (await turnsFor(1500)) - (await turnsFor(1))
    // Searching what is stored yields a turn for each 64 Ki.
    expect(more).toBeGreaterThanOrEqual(3 * count)
    expect(more).toBeLessThanOrEqual(3 * count + 4)
  })
})
