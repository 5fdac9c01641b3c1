import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { diffLines } from '@/e2e/round/compare/diff-lines'
import { wordsOfSources } from '@/e2e/round/normalise/vocabulary'
import { createRecorder } from '@/e2e/round/record/recorder'
import { openScoreboardWorld, type ScoreboardWorld, testAdminKey } from '@/lib/testing/scoreboard'
import { recordRequired } from './recorded-answers/requests'

/**
 * Rule host.off.bytes: without the settings of a host, the responses that the requirement documents name are the same
 * as before hosts existed, byte for byte except keys, ids and times. The record was made at commit a2c1be7b, before
 * hosts, and updated on purpose since, as the commits of the folder `answers` tell. A new check, or an option that
 * every session keeps, changes read-backs: run this file and see that it lists only intended differences, then record
 * with `RECORD_ANSWERS=1 npx vitest run e2e/flows/recorded-answers.test.ts`, which compares nothing, in a commit that
 * says what differs.
 */
const record = fileURLToPath(new URL('./recorded-answers/answers/', import.meta.url))
const records = process.env.RECORD_ANSWERS === '1'
const topics = ['errors', 'issuer', 'scoreboard', 'service', 'verifier'] as const

let world: ScoreboardWorld
let folder: string
beforeAll(async () => {
  world = await openScoreboardWorld({ compared: false })
  folder = mkdtempSync(join(tmpdir(), 'wallet-capture-answers-'))
})
afterAll(async () => {
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

const recorded = (topic: string): string => gunzipSync(readFileSync(join(record, `${topic}.txt.gz`))).toString('utf8')
const answered = (topic: string): string => readFileSync(join(folder, `${topic}.txt`), 'utf8')

/** Every long word of the record, in which nothing random is left. */
const wordsOfRecord = (): ReadonlySet<string> =>
  new Set(topics.flatMap((topic) => recorded(topic).match(/[A-Za-z0-9_-]{6,}/g) ?? []))

/** Where two records differ, with the request before each place. */
function differences(before: string, after: string): string[] {
  const lines = before.split('\n')
  return diffLines(lines, after.split('\n')).map((place) =>
    place.map(({ sign, text }) => `${sign} ${text.slice(0, 400)}`).join('\n'),
  )
}

it('answers every required operation as before', async () => {
  const pipeline = await world.pipeline('recorded')
  const vocabulary = records ? wordsOfSources(process.cwd()) : wordsOfRecord()
  const facts = { origin: world.service.baseUrl, vocabulary, now: Date.now() }
  const recorder = createRecorder(facts, folder)
  await recordRequired(recorder, { adminKey: testAdminKey, pipeline: pipeline.id })
  recorder.close()
  expect(readdirSync(folder)).toEqual(topics.map((topic) => `${topic}.txt`))
  if (records)
    for (const topic of topics) writeFileSync(join(record, `${topic}.txt.gz`), gzipSync(answered(topic), { level: 9 }))
  for (const topic of topics) expect(differences(recorded(topic), answered(topic)), topic).toEqual([])
})
