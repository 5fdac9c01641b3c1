import { describe, expect, it } from 'vitest'
import { byName, countSentence, countsOf, newestVersions, type WalletRow } from './wallet-rows'

const row = (name: string, version: string, updated: string): WalletRow => ({
  ...{ path: `acme/${name.toLowerCase()}`, name, version, updated },
  ...{ counts: {}, lastRuns: [] },
})
const names = (rows: readonly WalletRow[]) => rows.map(({ name, version }) => `${name} ${version}`)

describe('the wallets', () => {
  const rows = [
    row('Papyra', '3.2', '2026-11-20T10:00:00Z'),
    row('moss', '1', '2026-11-19T10:00:00Z'),
    row('moss', '2', '2026-11-21T10:00:00Z'),
    row('Äpfel', '', '2026-11-01T10:00:00Z'),
  ]
  it('stand by name, each with its newest version', () => {
    expect(names(newestVersions(rows))).toEqual(['Äpfel ', 'moss 2', 'Papyra 3.2'])
    expect(names(byName(rows))).toEqual(['Äpfel ', 'moss 2', 'moss 1', 'Papyra 3.2'])
  })

  it('have a count for what was tested, and none for the rest', () => {
    const counts = countsOf([
      { id: 'haip', passed: 1, total: 2 },
      { id: 'odd', passed: 1, total: 1 },
      { id: 'trust', passed: 0, total: 0 },
    ])
    expect(counts).toEqual({ haip: { passed: 1, total: 2 } })
    expect(countSentence('haip', counts.haip)).toBe('HAIP: 1 of 2 passed')
    expect(countSentence('trust', counts.trust)).toBe('Trust: not tested')
  })
})
