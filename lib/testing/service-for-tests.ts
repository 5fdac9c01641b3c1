import { afterAll, beforeAll } from 'vitest'
import { createHttpClient, type HttpClient, type HttpRequest } from './http-client'
import { type ServiceOptions, startService, type TestService } from './service'

/** A service with a client for it. */
interface UsedService extends TestService {
  readonly http: HttpClient
}

/**
 * Starts a service before the first test of this file or `describe`, and stops it after the last one; that fails when a
 * response differed from the OpenAPI document. All its members throw before it has started.
 */
export function serviceForTests(options: ServiceOptions | (() => ServiceOptions) = {}): UsedService {
  let started: { readonly service: TestService; readonly http: HttpClient } | undefined
  const running = () => {
    if (!started) throw new Error('The service starts in beforeAll and stops in afterAll; it does not run now.')
    return started
  }
  const close = async () => {
    const { service, http } = running()
    started = undefined
    http.close()
    await service.close()
  }
  beforeAll(async () => {
    const service = await startService(typeof options === 'function' ? options() : options)
    started = { service, http: createHttpClient(service.baseUrl) }
  })
  afterAll(() => (started ? close() : undefined))
  return {
    http: Object.assign((request: HttpRequest) => running().http(request), { close: () => running().http.close() }),
    get baseUrl() {
      return running().service.baseUrl
    },
    get container() {
      return running().service.container
    },
    get dataDir() {
      return running().service.dataDir
    },
    get comparison() {
      return running().service.comparison
    },
    now: () => running().service.now(),
    advance: (seconds) => running().service.advance(seconds),
    fork: () => running().service.fork(),
    recorded: () => running().service.recorded(),
    close,
  }
}
