import { exampleNames, type OperationExample } from './operation-example'

/** Examples of a workbench and its sessions. */
export function workbenchExamples(base: string) {
  const { session } = exampleNames
  const id = 'Zm9yIGV4YW1wbGUgb25seQ'
  const door = `${base}/d/b25seSBhbiBleGFtcGxlLg`
  const client = 'x509_hash:Uvo3HtuIxuhC92rShpgqcT3YXwrqRxWEviRiA0OZszk'
  const wallet = { name: 'Quillfern', version: '2.4.1' }
  const at = `/workbenches/${id}`
  const workbench = {
    workbench_id: id,
    mark: '7f3a',
    name: null,
    wallet,
    page_url: `${base}/w/${id}`,
    view_url: `${base}/w/view/YW5vdGhlciBleGFtcGxlIQ`,
    issuance: {
      deeplink: `openid-credential-offer://?credential_offer_uri=${encodeURIComponent(`${door}/offer`)}`,
      credential_offer_uri: `${door}/offer`,
      settings: { credential_offer_mode: 'credential_offer_uri', dpop_nonce: 'required' },
      former: [],
    },
    presentation: {
      deeplink: `openid4vp://?client_id=${encodeURIComponent(client)}&request_uri=${encodeURIComponent(`${door}/request`)}`,
      request_uri: `${door}/request`,
      client_id: client,
      code_ends_at: null,
      settings: {},
      former: [],
    },
    last_number: 7,
    created_at: '2026-11-14T09:40:46.211Z',
    expires_at: '2026-12-14T09:41:35.104Z',
  }
  const row = {
    number: 7,
    session_id: session,
    kind: 'issuance',
    outcome: { id: 'passed', sentence: 'Passed', detail: 'Credential issued', success: true, over: true },
    cause: null,
    wallet: `${wallet.name} ${wallet.version}`,
    started_by: 'scan',
    at: '2026-11-14T09:40:46.211Z',
    duration_ms: 4212.5,
    inspector_url: `${base}/inspect/issuance/${session}`,
    report_url: `${base}/sessions/${session}/report`,
  }
  return {
    createWorkbench: {
      target: '/workbenches',
      json: { wallet, issuance: { dpop_nonce: 'required' } },
      status: 201,
      answer: { ...workbench, last_number: 0 },
    },
    getWorkbench: { target: at, status: 200, answer: workbench },
    changeWorkbench: { target: at, json: { presentation: {} }, status: 200, answer: workbench },
    deleteWorkbench: { target: at, status: 204 },
    listWorkbenchSessions: {
      target: `${at}/sessions?after=6&wait=30`,
      status: 200,
      answer: { last_number: 7, sessions: [row] },
    },
    getWorkbenchReport: {
      target: `${at}/report?after=6`,
      status: 200,
      answer: { mark: '7f3a', name: null, wallet, last_number: 7, sessions: [row] },
    },
  } as const satisfies Record<string, OperationExample>
}
