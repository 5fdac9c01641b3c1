/** Parameters of a form, in order. */
export type Form = [name: string, value: string][]

/** Removes every value of a parameter. */
export const drop = (form: Form, name: string): void => {
  form.splice(0, form.length, ...form.filter(([given]) => given !== name))
}

/** Sets a parameter to one value. */
export const put = (form: Form, name: string, value: string): void => {
  drop(form, name)
  form.push([name, value])
}

/** Names one credential configuration in `authorization_details`. OID4VCI-1FINAL-5.1.1 */
export const putDetails = (form: Form, configurationId: string | null): void =>
  put(
    form,
    'authorization_details',
    JSON.stringify([{ type: 'openid_credential', credential_configuration_id: configurationId }]),
  )
