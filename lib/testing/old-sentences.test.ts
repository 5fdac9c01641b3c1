import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ROOT } from '@/scripts/paths.mjs'

/** Sentences that pages, checks and reports once said although they were untrue, empty or unclear. */
const old = [
  'A person saw it show an error',
  'Equivalent curl command',
  'Got worse.',
  'Issue a test credential to a wallet',
  'Live, every second',
  'Nothing. The credential has been issued',
  'Nothing. The response was accepted',
  'One failed MUST fails the session',
  'Only if the step passes with the checks below',
  'Real wallets refuse that before their first request',
  'Run with misbehaviour',
  'Seen</dt>',
  'The request should have been refused',
  'The scoreboard is unavailable',
  'The wallet should do now: Nothing',
  'These are the required cases',
  "'Show the code'",
  'went on after a deliberately wrong response',
  'as the user typed it, without spaces',
  'checks of an issuance, none observed yet',
  'decided by what a person saw',
  'further requests count',
  "'in a request that names no session'",
  'its nonce is used up',
  'MUST passed,',
  'or more than this service reads',
  'started or opened in this browser',
  'the Credential Issuer Identifier of this issuer, as a string',
  'unknown wallet',
  'which the session page shows',
]

const written = [
  `${ROOT}/README.md`,
  ...['app', 'components', 'docs', 'lib', 'public'].flatMap((folder) =>
    readdirSync(`${ROOT}/${folder}`, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => `${parentPath}/${name}`),
  ),
].filter((file) => /\.(?:tsx?|mjs|js|json|md|txt)$/.test(file) && !/\.test\.tsx?$|\.spec\.ts$/.test(file))

it('no sentence that was replaced stands in a page, a check, a report or a document', () => {
  expect(written.length).toBeGreaterThan(1500)
  const left = written.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return old.filter((sentence) => text.includes(sentence)).map((sentence) => `${file}: ${sentence}`)
  })
  expect(left).toEqual([])
})
