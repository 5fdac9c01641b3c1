import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sessionId } from '../../shared/ports/ids'
import { epochMillis } from '../../shared/time/time'
import {
  doorIdOf,
  isWorkbenchId,
  joinWorkbench,
  newWorkbenchId,
  viewIdOf,
  workbenchDigests,
  workbenchMark,
  workbenchOf,
} from './workbench'

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()
const under = (key: string) => (purpose: string, data: string) =>
  createHmac('sha256', key).update(`${purpose}\n${data}`).digest()
const keyedHash = under('installation')
const id = newWorkbenchId((bytes) => new Uint8Array(bytes).fill(7))

describe('the ids of a workbench', () => {
  it('are 128 bits each, and none can be read from another', () => {
    const all = [id, doorIdOf(id, keyedHash), viewIdOf(id, 0, keyedHash), viewIdOf(id, 1, keyedHash)]
    expect(all.filter(isWorkbenchId)).toEqual(all)
    expect(new Set(all).size).toBe(4)
    expect(id).toBe('BwcHBwcHBwcHBwcHBwcHBw')
    expect(doorIdOf(id, under('another installation'))).not.toBe(doorIdOf(id, keyedHash))
  })

  it('are found by digests, and a new address for readers keeps the others', () => {
    const [first, second] = [0, 1].map((number) => workbenchDigests(id, number, { sha256, keyedHash }))
    expect(first?.digest).toBe(sha256(id).toString('base64url'))
    expect(second).toEqual({ ...first, viewDigest: expect.not.stringMatching(first?.viewDigest ?? '') })
  })

  it.each(['', 'BwcHBwcHBwcHBwcHBwcHB', `${id}w`, 'BwcHBwcHBwcHBwcHBwcH/w', '../../../../../../etc/'])(
    'are no other text: %s',
    (text) => expect(isWorkbenchId(text)).toBe(false),
  )
})

describe('a session of a workbench', () => {
  const { digest } = workbenchDigests(id, 0, { sha256, keyedHash })
  const session = { sessionId: sessionId('6f0f0d1c-6a53-4f0a-9b55-0a7a3bb6d1f2') }

  it('is shown with the mark and its number, and a session by itself with neither', () => {
    expect(workbenchMark(digest)).toBe(sha256(id).toString('hex').slice(0, 4))
    expect(workbenchOf({ workbench: digest, number: 7 })).toEqual({ mark: workbenchMark(digest), number: 7 })
    expect(workbenchOf({})).toBeNull()
  })

  it('takes a number and keeps the workbench alive for 30 days', () => {
    expect(joinWorkbench(session, epochMillis(0))).toEqual([])
    expect(joinWorkbench({ ...session, workbench: digest }, epochMillis(5))).toEqual([
      { type: 'number', workbench: digest, ...session, at: 5, expiresAt: 5 + 30 * 86_400_000 },
    ])
  })
})
