import type { Misbehaviour, PatchContext } from './misbehaviour'

/** Parameters of a form, in order. */
export type Form = [name: string, value: string][]
type Extra = Partial<Omit<Misbehaviour, 'id' | 'title' | 'expect' | 'patchForm'>>

/** Takes every value of a parameter out. */
export const drop = (form: Form, name: string): void => {
  form.splice(0, form.length, ...form.filter(([given]) => given !== name))
}

/** Sets a parameter to one value. */
export const put = (form: Form, name: string, value: string): void => {
  drop(form, name)
  form.push([name, value])
}

/** A fault in the form of one step of the authorization code flow. */
export const inFormOf =
  (step: 'par' | 'token') =>
  (
    id: string,
    title: string,
    expect: Misbehaviour['expect'],
    change: (form: Form, context: PatchContext) => void,
    extra: Extra = {},
  ): Misbehaviour => ({
    id,
    title,
    expect,
    ...extra,
    needs: { flow: 'authorization_code', ...extra.needs },
    patchForm: { at: step, change },
  })
