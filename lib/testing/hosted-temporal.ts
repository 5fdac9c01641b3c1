import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import {
  connect,
  constants,
  createSecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createKeyAttester } from '@/lib/wallet/issuer/credential/attester'
import { pemOf } from './https-host'

/** A Temporal as a provider hosts it: TLS, an API key for each call, and namespaces that only the provider makes. */
export interface HostedTemporal {
  readonly address: string
  /** PEM of the root of its certificate. */
  readonly caFile: string
  /** Calls that were refused, by path, for their key or because only the provider may make them. */
  readonly refused: readonly string[]
  close(): void
}

/** gRPC statuses. */
const [permissionDenied, unauthenticated] = [7, 16]

const providersOwn = [
  '/temporal.api.workflowservice.v1.WorkflowService/RegisterNamespace',
  '/temporal.api.operatorservice.v1.OperatorService/AddSearchAttributes',
]

/** Puts TLS and a check of the key before a Temporal without either. `directory` keeps the certificate. */
export async function hostTemporal(address: string, key: string, directory: string): Promise<HostedTemporal> {
  const attester = await createKeyAttester(Date.now())
  const caFile = join(directory, 'hosted-root.pem')
  await writeFile(caFile, attester.rootPem)
  const refused: string[] = []
  const behind = connect(`http://${address}`)
  const server = createSecureServer(await pemOf(attester, 'localhost'))
  const sessions = new Set<ServerHttp2Session>()
  server.on('session', (session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
  })
  server.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    const path = String(headers[':path'])
    const status =
      headers.authorization !== `Bearer ${key}`
        ? unauthenticated
        : providersOwn.includes(path)
          ? permissionDenied
          : null
    if (status !== null) {
      refused.push(path)
      const told = { 'grpc-status': String(status), 'grpc-message': 'refused by the provider' }
      stream.respond({ ':status': 200, 'content-type': 'application/grpc', ...told }, { endStream: true })
      return
    }
    const passed = behind.request({ ...headers, ':authority': address, ':scheme': 'http' })
    const ended = (one: { close: (code: number) => void }) => () => one.close(constants.NGHTTP2_CANCEL)
    let trailers: IncomingHttpHeaders = {}
    passed.on('response', (answer, flags) => {
      if (stream.destroyed) return
      if ((flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0) stream.respond(answer, { endStream: true })
      else stream.respond(answer, { waitForTrailers: true })
    })
    passed.on('trailers', (given) => {
      trailers = given
    })
    stream.on('wantTrailers', () => stream.sendTrailers(trailers))
    stream.on('aborted', ended(passed)).on('error', ended(passed))
    passed.on('error', ended(stream))
    stream.pipe(passed).pipe(stream)
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  return {
    address: `localhost:${(server.address() as AddressInfo).port}`,
    caFile,
    refused,
    close() {
      for (const session of sessions) session.destroy()
      behind.destroy()
      server.close()
    },
  }
}
