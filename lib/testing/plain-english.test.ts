import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Phrases that no engineer would write, each with a better one. Only phrases without a legitimate use belong here. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\b(?:issuance|presentation|interop|scoreboard|ui|faults|fcaf)\.md`? (?:section )?\d/, 'cite the specification'],
  [/(?<![Tt]here )\bis no (?:JSON|CBOR|JWT|JWS|JWE|object|text|string|number|token|uuid|UUID)\b/, 'is not a …'],
  [/\bstands in (?!for\b|place\b|the place\b|its place\b)/, 'is in'],
  [/\bstands (?:there|beside|under|inside)\b/, 'is there, is beside …'],
  [/\b(?:where|wherever) (?:it|that|this) stands\b/, 'where it is'],
  [/\bas it stands\b/, 'as it is'],
  [/\bunless told\b/, 'by default'],
  [/\b(?:held|holds?) against\b/, 'compared with, compares with'],
  [/\banew\b/, 'again'],
  [/\bknows no\b/, 'has no'],
  [/\bTells whether\b/, 'Whether'],
  [/\bas it names itself\b/, 'User-Agent'],
  [/\bcounts? for nothing\b/, 'does not count'],
  [/\binto being\b/, 'creates, is created'],
  [/\bnobody we know\b/, 'unknown'],
  [/\bfor who (?!else)/, 'for anyone who'],
  [/\bwhoever asks\b/, 'any caller'],
  [/\bhow manieth\b/, 'its index'],
  [/\bno word of the wallet/, 'does not count as an answer'],
  [/\b(?:says|said) nothing but\b/, 'says only'],
  [/\b(?:lest|whatsoever)\b/, 'so that … not, at all'],
  [/\b(?:is|was|were) away\b/, 'is down, is not responding'],
  [/\bas ever\b/, 'as usual, still'],
  [/\b(?:does|did) much else\b/, 'is busy'],
  [/\bno good (?:HTTP|JSON)\b/, 'malformed'],
  [/\bothers wrote\b/, 'independent'],
  [/\b(?:left to chance|have chance in)\b/, 'deterministic, random'],
  [/\w's stead\b/, 'instead of'],
  [/\bfor (?:the )?want of\b/, 'because … is missing'],
  [/\bnobody's (?:business|concern)\b/, 'stays private, is irrelevant'],
  [/\b[Tt]he last word (?:before|on)\b/, 'applied last'],
  [/\bas [^.,;:]{1,50} ha(?:s|ve) it\b/, 'as in …'],
  [/\bin the place of\b/, 'instead of, in place of'],
  [/\b(?:be)?came of\b/, 'the result of'],
  [/\b(?:is|are|was|were) told by\b/, 'name who or what says so'],
]

const folders = ['app', 'bench', 'components', 'docs', 'e2e', 'lib', 'pb_hooks', 'pb_migrations', 'scripts']

it('texts and comments are in plain English, and cite specifications rather than documents that are not here', () => {
  const files = folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
        (file) => `${folder}/${file.replaceAll('\\', '/')}`,
      ),
    )
    .concat('README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md')
    .filter((file) => /\.(?:tsx?|mjs|js|md)$/.test(file) && !file.endsWith('plain-english.test.ts'))
  expect(files.length).toBeGreaterThan(2000)
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        phrases
          .filter(([phrase]) => phrase.test(line))
          .map(([, better]) => `${file}:${index + 1}: ${better}: ${line.trim()}`),
      ),
  )
  expect(found).toEqual([])
})
