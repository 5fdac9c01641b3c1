import { describe, expect, it } from 'vitest'
import type { OutcomeId } from '../engine/evidence/outcomes'
import type { Campaign, Session } from '../shared/ports/store-types'
import { isOfTrust } from './built-in'
import { foldProgress, type ResultOfSession } from './campaign-progress'
import { storedTrust, trustMembers } from './campaign-trust'
import { campaignView } from './campaign-view'
import { presetById } from './presets'

const campaign = { builtIn: 'trust_lists', presets: ['trusted_verifier', 'list_expired', 'trusted_verifier_again'] }

const ended = (preset: string, outcome: OutcomeId): ResultOfSession => ({
  session: { preset } as Session,
  result: { state: 'decided', verdict: outcome === 'failed' ? 'fail' : 'pass', outcome: { id: outcome } } as never,
})
const nextAfter = (...results: ResultOfSession[]) => {
  const { next } = foldProgress(campaign as unknown as Campaign, results)
  return next.kind === 'finished' ? (next.stoppedBy?.number ?? 'finished') : next.step.presetId
}

describe('a campaign with sessions that have nothing wrong', () => {
  it.each(['failed', 'refused', 'stopped', 'declined', 'ended_by_tester', 'expired'] as const)(
    'stops where one of them is %s',
    (outcome) => {
      expect(nextAfter(ended('trusted_verifier', outcome))).toBe(1)
    },
  )

  it.each(['passed', 'passed_with_warnings', 'most_likely_failed', 'undecided'] as const)(
    'goes on where the wallet did what it is for, and is %s',
    (outcome) => {
      expect(nextAfter(ended('trusted_verifier', outcome))).toBe('list_expired')
    },
  )

  it('goes on after another session failed, after a better try, and is just finished where none is left', () => {
    const [good, bad] = [ended('trusted_verifier', 'passed'), ended('trusted_verifier', 'failed')]
    const wrong = ended('list_expired', 'failed')
    expect(nextAfter(good, wrong)).toBe('trusted_verifier_again')
    expect(nextAfter(bad, good)).toBe('list_expired')
    expect(nextAfter(good, wrong, ended('trusted_verifier_again', 'failed'))).toBe('finished')
  })

  it('has no such session as presets of the tester’s own', () => {
    const own = { ...campaign, builtIn: null } as unknown as Campaign
    expect(foldProgress(own, [ended('trusted_verifier', 'failed')]).next.kind).toBe('make')
  })
})

it('leaves out what its installation cannot make by now, with the reason', () => {
  const scoped = { builtIn: null, presets: ['scope', 'no_state'], wallet: {}, campaignId: 'c', createdAt: 0 }
  const at = (hasScope: boolean) =>
    foldProgress(scoped as unknown as Campaign, [], () => ({ baseUrl: 'http://a.example', namesHost: false, hasScope }))
  const nextOf = ({ next }: ReturnType<typeof at>) => (next.kind === 'finished' ? next.kind : next.step.presetId)
  expect([nextOf(at(true)), nextOf(at(false))]).toEqual(['scope', 'no_state'])
  expect(campaignView(at(false), 'http://a.example').steps.map(({ reason }) => reason)).toEqual([
    'Left out, because it needs a scope that this service maps to a query.',
    null,
  ])
  expect(campaignView(at(true), 'http://a.example').steps.map(({ reason }) => reason)).toEqual([null, null])
})

describe('the trust of a campaign', () => {
  const random = () => new Uint8Array(16).fill(0xaf)
  const kept = (asked: object, ...presets: string[]) => storedTrust(asked, { presets, builtIn: null }, random).trust
  const membersOf = (preset: string, trust: Campaign['trust']) => {
    const found = presetById(preset)
    const body = found?.body({ authorityKeyIdentifier: '', scopeAlias: null }) ?? {}
    return found && trustMembers({ trust } as Campaign, found, body)
  }

  it('is European where it is asked for, or where every preset needs it', () => {
    expect(kept({}, 'sd_jwt_baseline')).toBeUndefined()
    expect(kept({ trust_framework: 'test_root' }, 'sd_jwt_baseline', 'registration_missing')).toBeUndefined()
    expect(kept({ trust_framework: 'eu' }, 'sd_jwt_baseline')).toEqual({ framework: 'eu', walletPolicy: 'warn' })
    expect(kept({}, 'registration_missing', 'fault.issuer_not_entitled', 'trusted_issuer')?.framework).toBe('eu')
    expect(kept({ wallet_policy: 'refuse' }, 'sd_jwt_baseline', 'registration_missing')).toEqual({
      framework: 'test_root',
      walletPolicy: 'refuse',
    })
  })

  it('reaches each session whose preset needs no other, and each that needs it', () => {
    const trust = { framework: 'test_root', walletPolicy: 'refuse', listAlias: 'a'.repeat(16) } as const
    const all = { trust_framework: 'eu', wallet_policy: 'refuse', list_alias: 'a'.repeat(16) }
    expect(membersOf('sd_jwt_baseline', trust)).toEqual({})
    expect(membersOf('sd_jwt_baseline', { ...trust, framework: 'eu' })).toEqual(all)
    expect(isOfTrust('registration_missing')).toBe(true)
    expect(membersOf('registration_missing', trust)).toEqual(all)
    const { wallet_policy: _, ...ofIssuance } = all
    expect(membersOf('trusted_issuer', trust)).toEqual(ofIssuance)
    // An issuance under the framework uses another issuer, so it is never the default.
    expect(membersOf('fault.authz_error', { ...trust, framework: 'eu' })).toEqual({})
    expect(membersOf('sd_jwt_baseline', undefined)).toEqual({})
  })

  it('has an alias of its own in a campaign of lists', () => {
    const builtIn = { needsAlias: true } as never
    expect(storedTrust({}, { presets: ['trusted_verifier'], builtIn }, random).trust?.listAlias).toBe('kp'.repeat(16))
  })
})
