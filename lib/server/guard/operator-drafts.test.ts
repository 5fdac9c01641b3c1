import { describe, expect, it } from 'vitest'
import { createOperatorDrafts, type OperatorDraft } from './operator-drafts'

const mine = { formToken: 'mine' }
const theirs = { formToken: 'theirs' }
const draft = (text = 'typed', subject = 'a'): OperatorDraft => ({
  subject,
  fields: [['name', text]],
  problems: [],
  refusal: null,
})

describe('a draft', () => {
  it('is found by its session alone, for what it is about', () => {
    const drafts = createOperatorDrafts()
    const id = drafts.keep(mine, draft())
    expect(drafts.find(mine, id, 'a')).toEqual(draft())
    expect(drafts.find(theirs, id, 'a')).toBeNull()
    expect(drafts.find(mine, id, 'b')).toBeNull()
    drafts.drop(theirs, id)
    expect(drafts.find(mine, id, 'a')).not.toBeNull()
    drafts.drop(mine, id)
    expect(drafts.find(mine, id, 'a')).toBeNull()
  })

  it('keeps all but the private keys in it', () => {
    const drafts = createOperatorDrafts()
    const session = { flow: 'x', client_name: '-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----' }
    const id = drafts.keep(mine, draft(JSON.stringify(session)))
    const [[, text = ''] = []] = drafts.find(mine, id, 'a')?.fields ?? []
    expect(JSON.parse(text)).toEqual({ flow: 'x', client_name: '[private key, not kept]' })
  })

  it('takes the place of the one before, of its own session only', () => {
    const drafts = createOperatorDrafts()
    const first = drafts.keep(mine, draft())
    const other = drafts.keep(theirs, draft())
    const second = drafts.keep(mine, draft(), first)
    drafts.keep(mine, draft(), other)
    expect([first, other, second].map((id) => drafts.find(mine, id, 'a') ?? drafts.find(theirs, id, 'a'))).toEqual([
      null,
      draft(),
      draft(),
    ])
  })

  it('goes when there are too many, or they are too long, the oldest first', () => {
    const drafts = createOperatorDrafts()
    const few = Array.from({ length: 101 }, (_, index) => drafts.keep(mine, draft(`${index}`)))
    expect(few.filter((id) => drafts.find(mine, id, 'a') === null)).toEqual([few[0]])
    const long = 'x'.repeat(3 * 1024 * 1024)
    const longs = [1, 2, 3].map(() => drafts.keep(mine, draft(long)))
    expect(longs.map((id) => drafts.find(mine, id, 'a') !== null)).toEqual([false, true, true])
    // One that is too long by itself is there until the next.
    const longest = drafts.keep(mine, draft(long.repeat(4)))
    expect(drafts.find(mine, longest, 'a')).not.toBeNull()
    drafts.keep(mine, draft())
    expect(drafts.find(mine, longest, 'a')).toBeNull()
  })
})
