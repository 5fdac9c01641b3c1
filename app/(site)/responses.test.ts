import { describe, expect, it } from 'vitest'
import { revisionAnswer } from './responses'

describe('a page that looks for changes', () => {
  it('is told what is gone by its name', async () => {
    const gone = revisionAnswer(null, 'pipeline_not_found')
    expect([gone.status, await gone.json()]).toEqual([404, { error: 'pipeline_not_found' }])
    expect(await revisionAnswer(null).json()).toEqual({ error: 'session_not_found' })
    expect(await revisionAnswer('7', 'pipeline_not_found').json()).toEqual({ revision: '7' })
  })
})
