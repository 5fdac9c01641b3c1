import '@/lib/testing/pages-setup'
import { describe, expect, it } from 'vitest'
import { session } from '@/components/inspector/model/fixtures/session'
import { checkById } from '@/lib/core/issuer-and-verifier'
import { allMisbehaviours, misbehavioursFor, sessionRequestFor } from './misbehaviours'

const issuer = 'eu-pid-jwt-proof-only'

describe('the misbehaviours that pages offer', () => {
  it('are each noticed by a check', () => {
    const offered = allMisbehaviours()
    expect(offered.length).toBeGreaterThan(100)
    expect(offered.filter(({ id }) => checkById(id.split('~')[0] ?? '') === null)).toEqual([])
  })

  it('name the issuer of the session, if it is not the default', () => {
    const named = allMisbehaviours().filter((one) => one.issuer !== null)
    expect(named.length).toBeGreaterThan(0)
    for (const one of named)
      expect(sessionRequestFor(one.id)).toMatchObject({ issuer_configuration_id: one.issuer ?? '' })
    expect(named.map((one) => one.issuer)).not.toContain('eu-pid-device-bound')
  })

  it('never change the issuer of a session that exists', () => {
    const offered = misbehavioursFor(session({ issuer_configuration_id: issuer }))
    expect(offered.filter((one) => one.issuer !== null)).toEqual([])
    for (const { id } of offered) expect(sessionRequestFor(id)?.issuer_configuration_id ?? issuer).toBe(issuer)
  })
})
