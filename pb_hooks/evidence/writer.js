// Who may commit, and ask for a mark: a superuser. PocketBase looks up the superuser of every request with a token in
// `Authorization`, which took a tenth to a sixth of a commit's processor time. So these carry the token in another
// header, and a valid one is not looked up again for a few seconds.

const name = 'evidence_writer'
const rememberedMillis = 5_000

/** Throws 401 unless a request carries the token of a superuser in either header. @param {core.RequestEvent} e */
function requireWriter(e) {
  if (e.hasSuperuserAuth()) return
  const token = e.request?.header.get('X-Superuser-Token') ?? ''
  const [known = '', until = ''] = String(e.app.store().get(name) ?? '').split(' ')
  if (known !== '' && $security.equal(known, token) && Date.now() < Number(until)) return
  if (!isSuperuser(e.app, token)) throw new UnauthorizedError('This needs the token of a superuser.')
  e.app.store().set(name, `${token} ${Date.now() + rememberedMillis}`)
}

/** @param {core.App} app @param {string} token */
function isSuperuser(app, token) {
  try {
    return app.findAuthRecordByToken(token, 'auth').isSuperuser()
  } catch {
    return false
  }
}

/** Forgets the remembered token, because superusers changed. @param {core.App} app */
function forgetWriter(app) {
  app.store().remove(name)
}

module.exports = { requireWriter, forgetWriter }
