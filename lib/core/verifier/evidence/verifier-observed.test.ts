import { expect, it } from 'vitest'
import { event } from '../checks/fixtures/verifier-evidence'
import { issuedCameBack } from './verifier-observed'

const verified = (second: number, issued_before?: boolean) =>
  event(second, 'vp_presentation_verified', issued_before === undefined ? {} : { issued_before })

const cameBack = (...events: ReturnType<typeof verified>[]) => issuedCameBack({ events })

it('a credential came back if all that the last answer holds were issued before', () => {
  expect(cameBack(verified(5, true))).toBe(true)
  expect(cameBack(verified(5, true), verified(5, false))).toBe(false)
  expect(cameBack(verified(5, false), verified(9, true))).toBe(true)
})

it('nobody knows whether one came back before both sessions showed something', () => {
  expect([cameBack(), cameBack(verified(5))]).toEqual([null, null])
})
