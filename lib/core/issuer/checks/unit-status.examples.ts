import type { ExamplesById } from '../../engine/checks/examples'
import { sessionId } from '../../shared/ports/ids'
import type { UnitStatusReading } from '../read/wallet-unit/unit-status'

const good: UnitStatusReading = {
  asks: true,
  unitRevoked: false,
  keysRevoked: false,
  entries: [],
  results: { 1: 'valid', 2: 'valid' },
  earlier: {},
  credentials: 0,
  sessionId: sessionId('0b1f6a5e-8f0c-4b5e-9a52-6d0f4b0f7a11'),
}

const notJudged = [null, { ...good, asks: false, results: {} }, { ...good, results: {} }]

export const unitStatusExamples: ExamplesById<UnitStatusReading | null> = {
  'vci.wallet_attestation.status_valid': {
    pass: [
      good,
      { ...good, results: { 1: 'valid', 2: 'invalid' } },
      { ...good, keysRevoked: true },
      { ...good, results: { 2: 'invalid' }, earlier: { 1: 'valid' } },
    ],
    violated: [
      { ...good, results: { 1: 'invalid' } },
      { ...good, results: { 1: 'suspended' } },
      { ...good, results: { 1: 'other' } },
      // Known already, whatever the list says now, and without an attestation.
      { ...good, unitRevoked: true },
      { ...good, unitRevoked: true, asks: false, results: {} },
    ],
    notApplicable: [
      ...notJudged,
      { ...good, results: { 1: 'unreachable' } },
      { ...good, results: { 1: 'not_fetched' } },
      { ...good, results: { 2: 'valid' }, earlier: { 1: 'not_fetched' } },
    ],
  },
  'vci.key_attestation.status_valid': {
    pass: [good, { ...good, results: { 1: 'invalid', 2: 'valid' } }, { ...good, unitRevoked: true }],
    violated: [
      { ...good, results: { 2: 'invalid' } },
      { ...good, results: { 2: 'suspended' } },
      { ...good, results: { 2: 'other' } },
      { ...good, keysRevoked: true, asks: false, results: {} },
    ],
    notApplicable: [
      ...notJudged,
      { ...good, results: { 2: 'unreachable' } },
      { ...good, results: { 2: 'not_fetched' } },
    ],
  },
}
