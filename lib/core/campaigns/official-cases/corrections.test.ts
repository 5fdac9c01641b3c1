import { describe, expect, it } from 'vitest'
import { caseFacts } from './case-facts'
import { editions, newestEdition } from './editions'
import corrected from './editions/2026-09/corrections.json'

const noteIn = (id: string) => caseFacts(newestEdition.cases.find((one) => one.id === id)!).note

describe('notes of official cases', () => {
  it('name no file, and nothing that is still to be done', () => {
    const notes = editions.flatMap(({ cases }) => cases.map((one) => [one.id, caseFacts(one).note ?? ''] as const))
    expect(
      notes.filter(([, note]) => /\.md\b|No check of ours|information today|must be tied|give the/.test(note)),
    ).toEqual([])
  })

  it('are corrected beside the frozen table, each a case of the edition whose note was another', () => {
    expect(Object.keys(corrected).length).toBeGreaterThan(0)
    for (const [id, note] of Object.entries(corrected)) {
      expect(noteIn(id)).toBe(note)
      expect(newestEdition.cases.find((one) => one.id === id)?.note).toEqual(expect.any(String))
      expect(newestEdition.cases.find((one) => one.id === id)?.note).not.toBe(note)
    }
    expect(noteIn('WS_AP_IA_MainInteraction_010b')).toBe('Contained in 039a.')
  })
})
