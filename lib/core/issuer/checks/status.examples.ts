import type { ExamplesById } from '../../engine/checks/examples'
import { event, evidence, exchange } from '../../engine/evidence/fixtures/sessions'
import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import { epochMillis } from '../../shared/time/time'
import type { StatusListReading } from '../read/status/status-list-reading'

const now = epochMillis(1_795_176_000_000)
const good: StatusListReading = {
  list: 1,
  accept: 'application/statuslist+jwt',
  identifying: [],
  by: 'wallet',
  othersOnRecord: 0,
  previousAt: null,
  ttlSeconds: 60,
  now,
  entries: [],
}
const elsewhere: StatusListReading[] = [
  { ...good, list: null },
  { ...good, by: 'another_client' },
  { ...good, by: 'unknown' },
]
const seconds = (count: number) => epochMillis(now - count * 1000)

export const statusListExamples: ExamplesById<StatusListReading> = {
  'vci.status.accept': {
    pass: [good, { ...good, accept: '*/*, application/statuslist+cwt;q=0.5' }],
    violated: [
      { ...good, accept: '*/*' },
      { ...good, accept: null },
    ],
    notApplicable: elsewhere,
  },
  'vci.status.anonymous': {
    pass: [good],
    violated: [{ ...good, identifying: ['authorization', 'dpop'] }],
    notApplicable: elsewhere,
  },
  'vci.status.paced': {
    pass: [
      { ...good, previousAt: seconds(60) },
      { ...good, previousAt: seconds(600) },
    ],
    violated: [
      { ...good, previousAt: seconds(59) },
      { ...good, previousAt: now },
    ],
    notApplicable: [good, ...elsewhere],
  },
}

const issued = (second: number, ...indexes: number[]) =>
  event(second, 'credential_issued', { statuses: indexes.map((index) => ({ list: 1, index, status: 'valid' })) })
const changed = (second: number, index: number, status: string) =>
  event(second, 'status_changed', { statuses: [{ list: 1, index, status }] })
const read = (second: number, by: string) => event(second, 'status_list_retrieved', { list: 1, form: 'jwt', by })
const asked = (second: number, detail: { readonly presented: boolean; readonly status: string | null }) =>
  event(second, 'credential_asked_back', detail)
const of = (...events: ReturnType<typeof event>[]): IssuanceEvidence => evidence([], { events })
const revoked = [issued(1, 7), changed(5, 7, 'invalid')]

export const statusSessionExamples: ExamplesById<IssuanceEvidence> = {
  'vci.status.fetched': {
    pass: [evidence([exchange(2, 'getStatusList')], { events: [issued(1, 7), read(2, 'wallet')] })],
    violated: [evidence([], { events: [issued(1, 7), read(2, 'another_client')], readAfter: 100_000 })],
    notApplicable: [
      of(),
      of(event(1, 'credential_issued')),
      evidence([], { events: [issued(1, 7), read(2, 'unknown')], readAfter: 100_000 }),
    ],
  },
  'vci.status.not_presented': {
    pass: [
      of(...revoked, asked(9, { presented: false, status: null })),
      of(issued(1, 7, 8), changed(5, 7, 'invalid'), asked(9, { presented: true, status: 'valid' })),
    ],
    violated: [
      of(...revoked, asked(9, { presented: true, status: 'invalid' })),
      of(...revoked, asked(9, { presented: false, status: null }), asked(11, { presented: true, status: 'invalid' })),
    ],
    notApplicable: [of(), of(event(1, 'credential_issued'))],
  },
}
