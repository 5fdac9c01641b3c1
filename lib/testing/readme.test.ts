import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sessionTtlSeconds } from '@/lib/core/ground/time/lifetimes'
import { SETTINGS } from '@/scripts/settings.mjs'

const text = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
/** Joined into one line, so that sentences are found across line breaks. */
const readme = text.replaceAll(/\s+/g, ' ')

describe('README.md', () => {
  it('gives each setting the default that it has', () => {
    const rows = [...text.matchAll(/^\| `([A-Z_]+)` +\| `([^`$]+)` +\|/gm)].map(([, name, value]) => [name, value])
    expect(rows).toContainEqual(['RETENTION_DAYS', '30'])
    const defaults = new Map(SETTINGS.map(({ name, fallback }) => [name, fallback]))
    expect(rows.filter(([name = '', value]) => defaults.get(name) !== value)).toEqual([])
  })

  it('says what stays readable by the id of a session, and until when', () => {
    const minutes = sessionTtlSeconds / 60
    const sentences = [
      "Anyone who knows a session's id, and the operator token where one is set, can read its evidence for `RETENTION_DAYS` after the session began (0: for good); then an hourly job deletes it.",
      `a code that works until it is used or the session expires (${minutes} minutes, or \`expires_in\`)`,
      'The private key that decrypts responses is sealed, never shown, and deleted a day after its session ended.',
      `A session is open for ${minutes} minutes unless \`expires_in\` says otherwise`,
    ]
    expect(sentences.filter((sentence) => !readme.includes(sentence))).toEqual([])
  })
})
