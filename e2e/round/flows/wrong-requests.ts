import type { Recorder } from '../record/recorder'
import { type Created, postJson } from './create'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
const nobody = '00000000-0000-4000-8000-000000000000'

/** Path parameters that identify nothing; those of issuers, organisations and collections exist. */
const unknown: Readonly<Record<string, string>> = {
  issuerConfigurationId: 'eu-pid-device-bound',
  sessionId: nobody,
  campaignId: nobody,
  credentialOfferId: 'none',
  namespace: 'wallet-capture',
  collection: 'pipelines',
  organization: 'wallet-capture',
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

const bodies: readonly (readonly [name: string, type: string | null, body: string])[] = [
  ['an empty body', null, ''],
  ['an empty body that is JSON', 'application/json', ''],
  ['malformed JSON', 'application/json', '{"a":'],
  ['a JSON array', 'application/json', '[1]'],
  ['members of the wrong type', 'application/json', '{"flow":1,"dcql_query":1,"wallet":1,"shown":1,"deeplink":1}'],
  ['the wrong type', 'text/plain', '{}'],
  ['a form', 'application/x-www-form-urlencoded', 'a=1&a=2&%zz'],
  ['an unknown coding', 'application/json; charset=utf-7', '{}'],
]

/**
 * Wrong requests to every operation in the description: other methods, other addresses, every kind of wrong body; to a
 * session that does not exist and to one that does.
 */
export async function wrongRequests(recorder: Recorder): Promise<void> {
  const { body } = await recorder.ask({ path: '/openapi.json' })
  const { paths } = JSON.parse(body.toString('utf8')) as OpenApi
  for (const [template, operations] of Object.entries(paths)) {
    const recording = recorder.open(`wrong${template.replaceAll('/.', '/').replace(/[{}]/g, '')}.txt`)
    const path = filled(template, unknown)
    const posts = 'post' in operations
    for (const method of methods)
      if (!(method.toLowerCase() in operations)) await recording.ask({ method, path, body: null })
    await recording.ask({ method: posts ? 'POST' : 'GET', path: `${path}/` })
    await recording.ask({ method: posts ? 'POST' : 'GET', path: `${path}//x` })
    await recording.ask({ method: posts ? 'POST' : 'GET', path: `${path}?a=%zz&a=1&a=2` })
    await recording.ask({ method: posts ? 'POST' : 'GET', path: path.replace('eu-pid-device-bound', 'no-such-issuer') })
    await recording.ask({ method: posts ? 'POST' : 'GET', path, headers: [['Host', 'elsewhere.example']] })
    await recording.ask({ method: posts ? 'POST' : 'GET', path, headers: [['Authorization', 'Bearer x']] })
    for (const [name, type, sent] of posts ? bodies : []) {
      recording.note(name)
      await recording.ask({
        method: 'POST',
        path,
        headers: type === null ? [] : [['Content-Type', type]],
        body: sent,
      })
    }
    const session = await sessionFor(recorder, template)
    if (session !== null) {
      recording.note('a session that exists')
      const at = filled(template, { ...unknown, sessionId: session })
      for (const method of methods) if (!(method.toLowerCase() in operations)) await recording.ask({ method, path: at })
      for (const [, type, sent] of posts ? bodies : [])
        await recording.ask({
          method: 'POST',
          path: at,
          headers: type === null ? [] : [['Content-Type', type]],
          body: sent,
        })
      await recording.ask({ path: at.replace(/^(\/openid4vp)?(\/sessions\/[^/]+).*$/, '$1$2') })
    }
    recording.write()
  }
  await otherAddresses(recorder)
}

const filled = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? 'none')

async function sessionFor(recorder: Recorder, template: string): Promise<string | null> {
  if (!template.includes('{sessionId}')) return null
  const path = template.startsWith('/openid4vp') ? '/openid4vp/sessions' : '/sessions'
  return (await postJson<Created>(recorder, path, {}, 201)).session_id
}

const others = [
  '/no-such-page',
  '/issuers/eu-pid-device-bound',
  '/issuers/eu-pid-device-bound/no-such-endpoint',
  '/issuers/eu-pid-device-bound/TOKEN',
  '/issuers//token',
  '/.well-known/openid-credential-issuer',
  '/.well-known/openid-credential-issuer/',
  '/.well-known/security.txt',
  '/openid4vp',
  '/openid4vp/sessions/x/y/z',
  '/sessions/x',
  '/api',
  '/api/internal/evidence/commit',
  '/_next/static/none.js',
  '/_next/data/x.json',
  '/_next/image?url=x',
  '/..%2fetc/passwd',
  '/%00',
  '/%zz',
  '//elsewhere.example/x',
  `/${'x'.repeat(9000)}`,
]

async function otherAddresses(recorder: Recorder): Promise<void> {
  const recording = recorder.open('wrong/other-addresses.txt')
  for (const path of others) for (const method of methods) await recording.ask({ method, path })
  await recording.ask({ path: '/oid4vci/requests' })
  recording.write()
}
