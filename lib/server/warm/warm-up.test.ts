import { AsyncResource } from 'node:async_hooks'
import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { startService, type TestService } from '@/lib/testing/service'
import { readEnvironment, type Settings } from '../basics/env'
import { pageRoutes } from '../basics/page-routes'
import { type Container, container, duringWarmUp, installContainer } from '../container'
import { findRoute } from '../http/router'
import { openWarmUpContainer } from '../wiring/open-container'
import { warmUp } from './warm-up'

const operatorToken = 'the-operator-token'
let service: TestService
let settings: Settings
/** One warm-up, at which several tests look: it costs as much as all of them. */
let drawn: readonly Drawn[]
beforeAll(async () => {
  service = await startService({ env: { OPERATOR_TOKEN: operatorToken } })
  settings = readEnvironment({ DATA_DIR: service.dataDir, OPERATOR_TOKEN: operatorToken, LOG_LEVEL: 'silent' })
  installContainer(service.container)
  drawn = await perform()
})
beforeEach(() => installContainer(service.container))
afterAll(async () => {
  // Every other file in the process would get it.
  globalThis.walletCaptureContainer = undefined
  await service.close()
})

interface Drawn {
  readonly page: string
  readonly token: string | undefined
  readonly wiring: Container
  /** What a request from elsewhere sees at this moment. */
  readonly wiringOfOthers: Container
}

const elsewhere = new AsyncResource('a request from elsewhere')
let waits = 0

/** Warms up with pages; `broken`, if given, is one that cannot be rendered. */
async function perform(broken: string | null = null): Promise<Drawn[]> {
  const drawn: Drawn[] = []
  const pages: RequestListener = (request, response) => {
    const found = findRoute('GET', new URL(request.url ?? '', 'http://localhost').pathname, true)
    const page = found.kind === 'page' ? found.page.path : 'none'
    drawn.push({
      page,
      token: request.headers.authorization,
      wiring: container(),
      wiringOfOthers: elsewhere.runInAsyncScope(container),
    })
    if (page === broken) throw new Error('This page cannot be drawn.')
    // Pages are streamed, and wait if the client does not read.
    if (response.write('a page'.repeat(100_000))) response.end()
  }
  const whenIdle = async () => void waits++
  await warmUp({
    container: service.container,
    warmUpContainer: await openWarmUpContainer(settings),
    pages,
    whenIdle,
  })
  return drawn
}

describe('while nobody asks', () => {
  covers('D4')
  it('each page is drawn once, those of evidence with the operator token', () => {
    const withoutForms = pageRoutes.filter(({ methods }) => methods.includes('GET')).map(({ path }) => path)
    // Pages that only poll, files, and pages that need their own records or make keys.
    const left =
      /revision$|rows$|picture$|runs\/compare$|^\/wallets\/|\.svg$|\.png$|\.js$|inspect\/round-trip|sequence$|^\/hub|^\/operator|^\/organization\/pipelines\/\{|^\/start\/key|^\/trust$|^\/verify$|^\/w\/./
    expect(drawn.map(({ page }) => page).sort()).toEqual(withoutForms.filter((path) => !left.test(path)).sort())
    expect(new Set(drawn.map(({ token }) => token))).toEqual(new Set([`Bearer ${operatorToken}`]))
  })

  covers('D4')
  it('nothing of it is on record, and evidence comes from elsewhere while it lasts', async () => {
    const ofEvidence = drawn.filter(({ page }) => /inspect|ledger/.test(page))
    expect(ofEvidence.length).toBeGreaterThan(3)
    for (const { wiring } of ofEvidence) {
      expect(wiring).not.toBe(service.container)
      expect((await wiring.queries.ledger()).length).toBeGreaterThan(20)
    }
    expect(new Set(drawn.map(({ wiringOfOthers }) => wiringOfOthers))).toEqual(new Set([service.container]))
    expect(container()).toBe(service.container)
    expect(await service.container.queries.ledger()).toEqual([])
  })

  it('others are let in before each request and before each page', () => {
    expect(waits).toBeGreaterThan(drawn.length + 20)
  })

  it('what a page left behind sees the service once it is over', async () => {
    let leftBehind: AsyncResource | null = null
    await duringWarmUp(await openWarmUpContainer(settings), async () => {
      leftBehind = new AsyncResource('left behind')
    })
    expect(leftBehind).not.toBeNull()
    expect((leftBehind as unknown as AsyncResource).runInAsyncScope(container)).toBe(service.container)
  })

  it('a page that cannot be drawn leaves the service as it is', async () => {
    await expect(perform('/ledger')).rejects.toThrow('cannot be drawn')
    expect(container()).toBe(service.container)
  })
})
