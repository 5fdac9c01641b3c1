import { describe, expect, it } from 'vitest'
import type { OrganizationKeys } from '@/lib/core/scoreboard/organization-keys'
import { addSeconds, epochMillis } from '@/lib/core/shared/time/time'
import { createAddressLimit } from './address-limit'
import { wrongKeysPerMinute } from './admin-key'
import { type AskingKeys, scopeRefusal } from './asking'
import { createKeyLookups, lookupsPerMinute } from './key-lookups'
import { createOrganizationSessions } from './organization-sessions'

const start = epochMillis(Date.parse('2026-11-20T10:00:00Z'))
const guess = (index: number) => `wck_abcdefgh_${String(index).padStart(43, '0')}`

/** A service with an admin key whose storage counts what it is asked, and has no keys of organisations. */
function counting() {
  let asked = 0
  const byPrefix: OrganizationKeys['byPrefix'] = async () => {
    asked += 1
    return null
  }
  const container = {
    adminKeys: ['the-admin-key-of-this-test'],
    adminKeyLimit: createAddressLimit(wrongKeysPerMinute),
    keyLookups: createKeyLookups(),
    operatorToken: null,
    operatorTokenLimit: createAddressLimit(20),
    organizationSessions: createOrganizationSessions(),
    log: { warn: () => undefined },
    ports: { scoreboard: { organizationKeys: { byPrefix } } },
  } as unknown as AskingKeys
  const ask = async (key: string, address: string, seconds = 0) => {
    const request = { headers: [['x-api-key', key]] as const, remoteAddress: address, at: addSeconds(start, seconds) }
    return (await scopeRefusal(request, container, 'any'))?.code
  }
  return { ask, asked: () => asked, container }
}

describe('a flood of well-formed wrong keys', () => {
  it('asks storage a bounded number of times a minute for each address', async () => {
    const { ask, asked } = counting()
    const most = wrongKeysPerMinute + lookupsPerMinute
    for (let index = 0; index < 2 * most; index += 1) {
      const code = await ask(guess(index), '192.0.2.1')
      expect(code).toBe(index < wrongKeysPerMinute ? 'invalid_api_key' : 'too_many_requests')
    }
    expect(asked()).toBe(most)
    await ask(guess(0), '198.51.100.7')
    expect(asked()).toBe(most + 1)
    await ask(guess(0), '192.0.2.1', 61)
    expect(asked()).toBe(most + 2)
  })

  it('keeps no key out that was right before', async () => {
    const { ask, asked, container } = counting()
    container.keyLookups.noteRight(guess(7))
    for (let index = 100; index < 300; index += 1) await ask(guess(index), '192.0.2.1')
    const before = asked()
    await ask(guess(7), '192.0.2.1')
    expect(asked()).toBe(before + 1)
  })

  it('puts five failed sign-ins an hour with one key into the audit', () => {
    const lookups = createKeyLookups()
    const taken = (seconds: number) => lookups.takeFailure('abcdefgh', addSeconds(start, seconds))
    expect(Array.from({ length: 7 }, (_, index) => taken(index))).toEqual([true, true, true, true, true, false, false])
    expect(lookups.takeFailure('bcdefghi', start)).toBe(true)
    expect(taken(3601)).toBe(true)
  })
})
