import { expect, it } from 'vitest'
import { choicesAt } from './campaign-choices'

it('counts the sessions that a campaign has here: some show nothing without https, a host name or a scope', () => {
  const sessionsOf = (id: string, baseUrl: string, { namesHost = true, hasScope = true } = {}) =>
    choicesAt({ baseUrl, namesHost, hasScope }).find((one) => one.id === id)?.sessions
  const https = 'https://capture.example'
  expect(sessionsOf('metadata', https)).toBe(31)
  expect(sessionsOf('metadata', 'http://localhost:8090')).toBe(28)
  expect(sessionsOf('european_prefixes', https)).toBe(21)
  expect(sessionsOf('european_prefixes', https, { namesHost: false })).toBe(18)
  expect(sessionsOf('european_answers', https)).toBe(27)
  expect(sessionsOf('european_answers', https, { hasScope: false })).toBe(26)
})
