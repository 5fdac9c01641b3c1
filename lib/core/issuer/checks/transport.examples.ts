import type { ExamplesById } from '../../engine/checks/examples'
import { servedByIssuer } from '../../engine/judgements/fixtures/unserved'
import type { UnservedSubject } from '../../engine/judgements/unserved'
import type { TransportSubject } from './transport'

const by = (tlsVersion: string | null): TransportSubject => ({ tlsVersion })

export const transportExamples: ExamplesById<TransportSubject> = {
  'vci.transport.tls': {
    pass: [by('TLSv1.2'), by('TLSv1.3')],
    violated: [by('TLSv1.1'), by('TLSv1'), by('SSLv3')],
    notApplicable: [by(null)],
  },
}

export const servedRequestExamples: ExamplesById<UnservedSubject> = { 'vci.transport.served': servedByIssuer }
