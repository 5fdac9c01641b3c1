import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { EpochMillis } from '@/lib/core/shared/time/time'
import { createClientAddress, createIsTrustedProxy } from '../basics/client-address'
import { withCommonHeaders } from '../basics/common-headers'
import { errorReply } from '../basics/error-reply'
import type { Found } from '../basics/found'
import {
  expectationError,
  framingError,
  type HttpError,
  headerSectionError,
  hostError,
  httpErrorReply,
  versionError,
} from '../basics/http-error'
import {
  answerRoomBytes,
  answerTime,
  bodyRoomBytes,
  connectionsMax,
  headerBytesMax,
  headerBytesReadMax,
  idleSeconds,
  largeBodyBytes,
  lateCheckMillis,
  pageBytes,
  requestSeconds,
} from '../basics/limits'
import type { Container } from '../container'
import { holdsAdminKey } from '../guard/admin-key'
import { organizationThatAsks } from '../guard/asking'
import { boundConnections } from '../guard/bound-connections'
import { createMemoryRoom, type MemoryBounds } from '../guard/memory-room'
import { openedPage } from '../guard/open-sessions'
import { operatorRefusal, seekerAt, takesToken } from '../guard/operator'
import { mayFillMemory } from '../guard/publisher'
import type { Metrics } from '../metrics/metrics'
import { serve } from '../record/serve'
import { type HandshakeError, isHandshakeError } from '../tls/refused-handshakes'
import { isPlainHttp, tlsVersionOf } from '../tls/tls-version'
import { capture, headerFields, splitTarget } from './capture'
import { closed } from './closed'
import { watchConnections } from './connections'
import { contentSecurityPolicy } from './content-security-policy'
import { movedTo, variesByAccept } from './moved'
import { pageFor, pageRefusal, prepareForPages } from './page-door'
import { answerPlainHttp } from './plain-http'
import { answerExchange, findRoute, isShared, wantsPage } from './router'
import { type AnswerTime, boundAnswerTime, noRoomReply, send, sendLastReply } from './send'
import { answerUnreadable, sendLast } from './unreadable'

/**
 * Our own server captures and answers the API here, before any framework touches the request. Listed pages go to
 * `pages`; any other path is answered 404.
 */
export function createHttpServer(input: {
  readonly container: Container
  readonly pages: RequestListener
  readonly trustProxy: readonly string[]
  /** True if pages are rebuilt while they are edited: browsers are notified over a WebSocket. */
  readonly upgrades?: boolean
  /** In milliseconds, if not the default. */
  readonly timeouts?: {
    readonly requestTimeout: number
    readonly headersTimeout: number
    readonly connectionsCheckingInterval?: number
  }
  /** How many connections may be open, if not the default. */
  readonly connections?: number
  /** Bytes of bodies and answers held at a time, if not the default. */
  readonly bodyRoom?: MemoryBounds
  readonly answerRoom?: MemoryBounds
  /** How long a client may take to read an answer, if not the default. */
  readonly answerTime?: AnswerTime
}): Server {
  const { container, pages, upgrades: dev = false } = input
  const isTrustedProxy = createIsTrustedProxy(input.trustProxy)
  const clientAddress = createClientAddress(isTrustedProxy)
  const keepsPart = { keepsPart: container.operatorToken !== null }
  const bodyRoom = createMemoryRoom(input.bodyRoom ?? bodyRoomBytes, keepsPart)
  const answerRoom = createMemoryRoom(input.answerRoom ?? answerRoomBytes, keepsPart)
  const timeToRead = input.answerTime ?? answerTime
  const answer = (expects: Expectation): RequestListener => {
    return (request, response) => {
      const at = container.ports.now()
      const connection = connectionOf(request.socket)
      const ending = connection.begin(request, response)
      connection.inTurn(response, () =>
        handle(request, response, { expects, at, ending }).catch((error: unknown) => {
          container.log.error(
            { error: error instanceof Error ? error.name : 'unknown' },
            'request failed outside its endpoint',
          )
          if (!response.headersSent) send(response, errorReply(null), { head: false })
        }),
      )
    }
  }
  const handle = async (
    request: IncomingMessage,
    response: ServerResponse,
    { expects, at, ending }: { readonly expects: Expectation; readonly at: EpochMillis; readonly ending: AbortSignal },
  ) => {
    const { path, query } = splitTarget(request.url ?? '/')
    const address =
      container.pageRuns.takeAddress(request) ??
      clientAddress(request.socket.remoteAddress ?? '', forwardedFor(request))
    const httpError = expects === 'unknown' ? expectationError : headError(request)
    const head = request.method === 'HEAD'
    const found = findRoute(request.method ?? 'GET', path, wantsPage(request.headers))
    if (container.metrics !== null) countRequest(response, found, container.metrics)
    const moved = httpError === null ? movedTo(request, { path, query }) : null
    if (moved !== null) {
      send(response, withCommonHeaders(moved, false), { head, time: timeToRead })
      return
    }
    if (variesByAccept(path) || isShared(path)) response.setHeader('Vary', 'Accept')
    const page = pageFor(request, { found, path, dev })
    if (page !== null) {
      const opened = await openedPage(request, { path, at, remoteAddress: address }, container)
      const refusal = pageRefusal(request, page, { container, remoteAddress: address, at, opened })
      if (httpError || refusal) {
        sendLastReply(response, httpError ? httpErrorReply(httpError) : errorReply(refusal), head)
        return
      }
      if (expects === 'continue') response.writeContinue()
      boundAnswerTime(response, pageBytes, timeToRead)
      ending.addEventListener('abort', () => {
        if (response.headersSent) request.socket.destroy()
        else sendLastReply(response, httpErrorReply(ending.reason), head)
      })
      const policy = contentSecurityPolicy(randomBytes(16).toString('base64'), { dev })
      response.setHeader('Content-Security-Policy', policy)
      prepareForPages(request, { page, path, query, clientAddress: address, opened, policy, dev })
      await pages(request, response)
      return
    }
    const [tlsVersion, isPlain] = [tlsVersionOf(request, isTrustedProxy), isPlainHttp(request, isTrustedProxy)]
    const asked = { headers: headerFields(request.rawHeaders), remoteAddress: address, at }
    const seeker = seekerAt(found, asked, container)
    const bodyPlace = bodyRoom.enter(seeker)
    const captured = await capture(request, at, address, {
      isAdmin: (headers) => holdsAdminKey({ headers, remoteAddress: address, at }, container),
      // Storage that is away says so when the endpoint asks it again.
      isOrganization: (headers) =>
        organizationThatAsks({ headers, remoteAddress: address, at }, container).then(
          (asking) => asking !== null,
          () => false,
        ),
      isPublisher: (headers) => mayFillMemory({ headers, remoteAddress: address, at }, container),
      ending,
      wanted: expects === 'none' || httpError === null,
      place: bodyPlace,
      ...(expects === 'continue' ? { askForBody: () => response.writeContinue() } : {}),
    })
    if (bodyPlace.refused() !== null) {
      // Or whoever tries tokens learned of the right one here, and nobody counted the wrong ones.
      if (takesToken(found)) operatorRefusal(asked, container)
      sendLastReply(response, noRoomReply(bodyPlace), head)
      return
    }
    const exchange = {
      ...captured,
      ...(tlsVersion === null ? {} : { tlsVersion }),
      ...(isPlain ? { plainHttp: true as const } : {}),
    }
    // If the client disconnects before the response, the record shows that none could be sent.
    void closed(response).then(() => response.writableEnded || container.gone.add(exchange.id))
    if (request.socket.destroyed) container.gone.add(exchange.id)
    if (exchange.body.length > largeBodyBytes) await container.ports.turn()
    const ended: HttpError | null = ending.aborted ? ending.reason : null
    const reply = await serve(exchange, container, { httpError: httpError ?? ended, found }).finally(() =>
      bodyPlace.leave(),
    )
    container.gone.delete(exchange.id)
    if (httpError || ended || exchange.bodyOverflow) response.setHeader('Connection', 'close')
    const place = answerRoom.enter(seeker)
    void closed(response).then(() => place.leave())
    send(response, reply ?? errorReply(null), { head, place, time: timeToRead })
  }
  const options = {
    maxHeaderSize: headerBytesReadMax,
    requestTimeout: requestSeconds.whole * 1000,
    headersTimeout: requestSeconds.headers * 1000,
    connectionsCheckingInterval: lateCheckMillis,
    keepAliveTimeout: idleSeconds * 1000,
    // Without this, Node answers a missing Host itself, without a body or a record.
    requireHostHeader: false,
    ...input.timeouts,
  }
  const onRequest = answer('none')
  const { tls } = container
  const openTls = (pem: NonNullable<typeof tls>) => {
    const waitMillis = requestSeconds.headers * 1000
    const secure = { ...pem, minVersion: 'TLSv1.2', ciphers: cipherSuites, handshakeTimeout: waitMillis } as const
    const opened = createTlsServer({ ...options, ...secure }, onRequest)
    const onPlain = () =>
      container.log.warn('a client spoke plain http to the https port and was told the https address')
    answerPlainHttp(opened, { baseUrl: container.protocolSettings.baseUrl, waitMillis, onPlain })
    return opened
  }
  const server = tls ? openTls(tls) : createServer(options, onRequest)
  // Node must not drop headers silently: their number is bounded by their bytes.
  server.maxHeadersCount = 0
  boundConnections(server, {
    max: input.connections ?? connectionsMax,
    isExempt: isTrustedProxy,
    onRefused: (reason) => container.log.debug({ reason }, 'a connection too many was ended'),
  })
  const connectionOf = watchConnections(server, tls ? 'secureConnection' : 'connection')
  server.on('checkContinue', answer('continue'))
  server.on('checkExpectation', answer('unknown'))
  server.on('clientError', (error: Error & { readonly code?: string }, socket: Socket) => {
    if (isHandshakeError(error.code)) {
      const kind = container.refusedHandshakes.note(error.code, container.ports.now())
      container.log[kind === 'other' ? 'debug' : 'warn']({ code: error.code }, handshakeWords[kind])
      socket.destroy()
      return
    }
    answerUnreadable(error, socket, connectionOf(socket), { container, clientAddress }).catch(() => socket.destroy())
  })
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    answerConnect(request, socket).catch(() => socket.destroy())
  })
  const answerConnect = async (request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => socket.destroy())
    const connection = connectionOf(socket)
    await connection.answered()
    if (connection.isOver()) return
    const address = clientAddress(socket.remoteAddress ?? '', forwardedFor(request))
    const reading = {
      isAdmin: () => false,
      isOrganization: async () => false,
      isPublisher: () => false,
      ending: AbortSignal.abort(),
      wanted: false,
      place: bodyRoom.enter({ remoteAddress: address, isOperator: false }),
    }
    const exchange = await capture(request, container.ports.now(), address, reading)
    sendLast(socket, (await answerExchange(exchange, container, headError(request))) ?? errorReply(null))
  }
  if (!dev) refuseUpgrades(server)
  return server
}

/** The value of a request's Expect header. */
type Expectation = 'none' | 'continue' | 'unknown'

const forwardedFor = (request: IncomingMessage): string[] => [request.headers['x-forwarded-for'] ?? []].flat()

/**
 * Prevents frameworks from listening for upgrades. Node hands every request that offers another protocol to such a
 * listener, and nobody would answer those that it ignores; JVM wallets offer HTTP/2 in each first request over plain
 * http.
 */
function refuseUpgrades(server: Server): void {
  server.on('newListener', (event, listener) => {
    if (event === 'upgrade') queueMicrotask(() => server.off('upgrade', listener))
  })
}

/**
 * What is wrong with a request head that the parser accepted: its version, its size, its transfer coding, or its `Host`.
 * RFC 9112 sections 2.3, 3.2 and 6.1
 */
function headError({ rawHeaders, url = '', method = '', httpVersion }: IncomingMessage): HttpError | null {
  // Node's parser also accepts 0.9 and 2.0, which nobody sends in this form.
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return versionError
  const bytes = rawHeaders.reduce((sum, text) => sum + text.length + 2, method.length + url.length)
  if (bytes > headerBytesMax) return headerSectionError
  const valuesOf = (name: string) =>
    rawHeaders.filter((_, index) => rawHeaders[index - 1]?.toLowerCase() === name && index % 2 === 1)
  const codings = valuesOf('transfer-encoding')
  // A proxy that speaks HTTP/1.0, or knows another coding, may find the end of this body elsewhere.
  const isFramedTwice = httpVersion === '1.0' && codings.length > 0
  if (isFramedTwice || codings.some((coding) => coding.toLowerCase() !== 'chunked')) return framingError
  const hosts = valuesOf('host')
  if (hosts.length === 0 && httpVersion === '1.0') return null
  return hosts.length === 1 && /^([\w.~!$&'()*+,;=%-]*|\[[^\s\]]+\])(:\d{0,5})?$/.test(hosts[0] ?? '')
    ? null
    : hostError
}

const handshakeWords: Readonly<Record<HandshakeError, string>> = {
  certificate_refused: 'a client rejected the certificate of this service: it does not trust the issuer',
  other: 'a client disconnected before sending a request',
}

/**
 * The accepted TLS cipher suites: those of TLS 1.3, and of TLS 1.2 only those that BCP 195 recommends (RFC 9325 section
 * 4.2), with forward secrecy and an AEAD. FAPI 2.0 section 5.2.2 allows no others, and HAIP builds on it.
 */
const cipherSuites = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
].join(':')

/** Counts a request once its response is sent, or its client gone. */
function countRequest(response: ServerResponse, found: Found, metrics: Pick<Metrics, 'request'>): void {
  const begun = performance.now()
  const answered = found.kind === 'page' ? 'page' : found.kind === 'operation' ? found.operation : 'none'
  void closed(response).then(() => {
    metrics.request(answered, response.headersSent ? response.statusCode : null, (performance.now() - begun) / 1000)
  })
}
