import { setTimeout as pause } from 'node:timers/promises'
import type { HeaderList } from '@/lib/wallet/http/wire'
import type { Recorder } from '../record/recorder'

const issuers = ['eu-pid-device-bound', 'eu-pid-jwt-proof-only', 'no-such-issuer'] as const

const documents = [
  '/healthz',
  '/readyz',
  '/pki/root-ca.pem',
  '/pki/root-ca.cer',
  '/openapi.json',
  '/presets.json',
  '/fcaf.json',
  '/checks.json',
  '/issuers',
  '/campaigns',
  '/icon.svg',
  '/theme.js',
  '/favicon.ico',
  '/robots.txt',
]

const ofIssuer = (id: string): string[] => [
  `/.well-known/openid-credential-issuer/issuers/${id}`,
  `/.well-known/oauth-authorization-server/issuers/${id}`,
  `/.well-known/oauth-authorization-server/authorization-servers/${id}`,
  `/.well-known/jwt-vc-issuer/issuers/${id}`,
  `/issuers/${id}/.well-known/openid-credential-issuer`,
  `/issuers/${id}/.well-known/oauth-authorization-server`,
  `/issuers/${id}/jwks.json`,
  `/issuers/${id}/credential-jwks.json`,
  `/issuers/${id}/trust-anchor.pem`,
  `/issuers/${id}/logo.png`,
  `/issuers/${id}/logo.svg`,
]

/** Headers that request a document in other ways. */
const variations: readonly HeaderList[] = [
  [['Accept', 'application/jwt']],
  [['Accept', 'application/json']],
  [['Accept-Language', 'de, en;q=0.5']],
  [['Origin', 'https://wallet.example']],
  [['Host', 'elsewhere.example']],
  [['X-Forwarded-Host', 'elsewhere.example']],
]

/** Waits until all parts of the service are up (the worker is the slowest), for at most a minute. */
export async function whenReady(recorder: Recorder): Promise<void> {
  for (const until = Date.now() + 60_000; Date.now() < until; ) {
    const { body } = await recorder.ask({ path: '/readyz' })
    if (body.toString('utf8').includes('"status":"ok"')) return
    await pause(250)
  }
}

/**
 * What the service publishes about itself: metadata, keys, lists, descriptions, each also requested by HEAD and
 * OPTIONS.
 */
export async function service(recorder: Recorder): Promise<void> {
  for (const path of [...documents, ...issuers.flatMap(ofIssuer)]) {
    const recording = recorder.open(`service${path.replaceAll('/.', '/')}.txt`)
    await recording.ask({ path })
    for (const headers of variations) await recording.ask({ path, headers })
    await recording.ask({ method: 'HEAD', path })
    await recording.ask({
      method: 'OPTIONS',
      path,
      headers: [
        ['Origin', 'https://wallet.example'],
        ['Access-Control-Request-Method', 'GET'],
        ['Access-Control-Request-Headers', 'dpop'],
      ],
    })
    await recording.ask({ path: `${path}?unknown=1` })
    recording.write()
  }
}
