import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StoredFindings, unpackFindings } from '@/lib/adapters/pocketbase/rows/stored-findings'
import { expectError } from '@/lib/testing/expect-refusal'
import {
  expectAnsweredKept,
  expectNothingHalf,
  type NumberedClient,
  numberRequests,
  readEvidence,
} from '@/lib/testing/expect-whole-evidence'
import { createHandPresenter, type HandPresenter } from '@/lib/testing/hand-presenter'
import { createHttpClient } from '@/lib/testing/http-client'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import { holdStorage, webReady } from '@/lib/testing/strike'
import { startWebProcess, type WebProcess } from '@/lib/testing/web-process'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { thorough } from '@/scripts/thorough.mjs'

/** What must survive a killed process, for presentations. */
let pocketBase: TestPocketBase
let web: WebProcess
let credential: HeldCredential
beforeAll(async () => {
  pocketBase = await startPocketBase()
  web = await startWebProcess({ pocketBase })
  const { credentials } = await obtainCredential({ origin: web.baseUrl, http: createNodeClient() })
  credential = credentials[0] as HeldCredential
})
afterAll(async () => {
  await web.remove()
  await pocketBase.remove()
})

/** More than the client's connections and the responses accepted before the strike. */
const presentationsInParallel = thorough ? 200 : 100
/** Accepted responses before the strike; those that follow are under way by then, or about to be sent. */
const takenBeforeStrike = thorough ? 60 : 20

const isResponse = (path: string): boolean => /^\/openid4vp\/sessions\/[^/]+\/response$/.test(path)

/** Wallet responses that the service accepted with 200. */
const takenOf = ({ answered }: Pick<NumberedClient, 'answered'>) =>
  answered.filter(({ path, answer }) => isResponse(path) && answer.status === 200)

/**
 * Opens many presentations up to the wallet's response, sends all responses at once, and strikes when some are
 * accepted. The client has 64 connections, so at most that many more are sent by then, and not yet all.
 */
async function drivePresentations(strike: () => Promise<void>) {
  let struck: Promise<void> | null = null
  let takenAtStrike = 0
  const http = numberRequests(createHttpClient(web.baseUrl), () => {
    if (struck !== null || takenOf(http).length < takenBeforeStrike) return
    takenAtStrike = takenOf(http).length
    struck = strike()
  })
  const open = async (): Promise<HandPresenter> => {
    const presenter = await createHandPresenter(web, credential, {}, http)
    expect((await http({ path: presenter.requestPath })).status).toBe(200)
    return presenter
  }
  const presenters = await Promise.all(Array.from({ length: presentationsInParallel }, open))
  const answers = await Promise.allSettled(presenters.map((presenter) => presenter.answer(presenter.payload())))
  expect(takenAtStrike).toBeGreaterThan(0)
  expect(takenAtStrike).toBeLessThan(presentationsInParallel)
  await struck
  await webReady(http)
  return { http, presenters, answers, taken: takenOf(http) }
}

type Driven = Awaited<ReturnType<typeof drivePresentations>>

async function expectWholePresentations({ http, taken }: Driven): Promise<void> {
  const evidence = await readEvidence(pocketBase)
  expectAnsweredKept(evidence, http.answered, ({ path }) => isResponse(path) || path.endsWith('/request'))
  expectNothingHalf(evidence)
  const created = http.answered.filter(({ path, answer }) => path === '/openid4vp/sessions' && answer.status === 201)
  expect(created).toHaveLength(presentationsInParallel)
  for (const { answer } of created) {
    const id = String(answer.object().session_id)
    const types = (evidence.eventsOf.get(id) ?? []).map(({ type }) => type)
    expect(types.filter((type) => type === 'vp_session_created')).toHaveLength(1)
    expect((evidence.valuesOf.get(id) ?? []).filter(({ kind }) => kind === 'vp_nonce')).toHaveLength(1)
  }
  const consumed = new Set<string>()
  for (const exchange of evidence.exchanges) {
    if (exchange.operation !== 'sendPresentationResponse' || evidence.statusOf(exchange) !== 200) continue
    const types = (evidence.eventsAt.get(String(exchange.id)) ?? []).map(({ type }) => type)
    expect(types).toEqual(expect.arrayContaining(['vp_presentation_response_received', 'vp_presentation_verified']))
    expect(unpackFindings(exchange.findings as unknown as StoredFindings).length).toBeGreaterThan(40)
    const kinds = (evidence.valuesAt.get(String(exchange.id)) ?? []).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'vp_response')).toHaveLength(1)
    consumed.add(`/openid4vp/sessions/${exchange.session_id}/response`)
  }
  expect(taken.map(({ path }) => path).filter((path) => !consumed.has(path))).toEqual([])
}

/**
 * Expects every session with an accepted response to say so when read back, and to show the one exchange that did it.
 * `npm test` reads those around the strike; what is stored is compared for all.
 */
async function expectReadBack({ presenters, taken: all }: Driven): Promise<void> {
  const taken = thorough ? all : all.slice(-30)
  const paths = new Set(taken.map(({ path }) => path))
  const views = await Promise.all(
    presenters.filter(({ responsePath }) => paths.has(responsePath)).map((presenter) => presenter.view()),
  )
  expect(views).toHaveLength(taken.length)
  for (const { status, exchanges } of views) {
    const answers = exchanges.filter(({ operation }) => operation === 'sendPresentationResponse')
    expect([status, answers.map(({ response }) => response.status)]).toEqual(['presentation_validated', [200]])
  }
}

/** Expects a session with a recorded response to accept no other, and one whose response was lost to accept it now. */
async function expectUsable({ presenters }: Driven): Promise<void> {
  for (const presenter of [...presenters.slice(0, 5), ...presenters.slice(-10)]) {
    const { status } = await presenter.view()
    const answer = await presenter.answer(presenter.payload())
    if (status === 'presentation_validated')
      expect([answer.status, answer.object().error]).toEqual([400, 'response_already_received'])
    else expect([status, answer.status]).toEqual([status, 200])
    expect((await presenter.view()).status).toBe('presentation_validated')
  }
}

async function expectNothingLost(driven: Driven): Promise<void> {
  await expectWholePresentations(driven)
  await expectReadBack(driven)
  await expectUsable(driven)
  driven.http.close()
}

// A busy machine takes minutes for so many presentations.
describe('kill -9 in the middle of parallel presentations', { timeout: 400_000 }, () => {
  const startBoth = async () => {
    await pocketBase.end('SIGKILL')
    await pocketBase.start()
    await web.start()
  }

  // In `npm test`, the issuances show what both lose (durability.test.ts).
  it.each([
    ['the web process', () => web.start()] as const,
    ...(thorough ? [['both at the same moment', startBoth] as const] : []),
  ])('of %s loses nothing that was answered, and leaves no session half there', async (_name, startAgain) => {
    const driven = await drivePresentations(async () => {
      await holdStorage({ pocketBase, web })
      await web.end('SIGKILL')
      pocketBase.process().kill('SIGCONT')
      await startAgain()
    })
    await expectNothingLost(driven)
    expect(driven.taken.length).toBeLessThan(presentationsInParallel)
  })

  it('of PocketBase loses nothing that was answered: the others get 503 or wait, and all continues', async () => {
    const driven = await drivePresentations(async () => {
      await pocketBase.end('SIGKILL')
      await pocketBase.start()
    })
    for (const ended of driven.answers) {
      if (ended.status === 'rejected') throw ended.reason
      if (ended.value.status !== 200) expectError(ended.value, 503, 'temporarily_unavailable')
    }
    await expectNothingLost(driven)
  })
})
