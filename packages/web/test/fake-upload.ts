/** A file that the console has uploaded, and as whom. */
export interface Upload {
  readonly file: File
  readonly authorization: string
}

/** An upload: the console makes these by XMLHttpRequest, which tells of their progress. Half of it is up until it is answered. */
export class FakeUpload extends EventTarget {
  readonly upload = new EventTarget()
  status = 0
  responseText = ''
  readonly #uploads: Upload[]
  readonly #ended = new AbortController()
  #to: readonly [method: string, url: string] = ['GET', '/']
  #authorization = ''

  constructor(uploads: Upload[]) {
    super()
    this.#uploads = uploads
  }

  open(method: string, url: string): void {
    this.#to = [method, url]
  }

  setRequestHeader(name: string, value: string): void {
    if (name === 'authorization') this.#authorization = value
  }

  abort(): void {
    this.#ended.abort()
    this.#tell('abort')
  }

  async send(form: FormData): Promise<void> {
    const file = form.get('file')
    if (file instanceof File) {
      this.#uploads.push({ file, authorization: this.#authorization })
      this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: file.size / 2 }))
    }
    const [method, url] = this.#to
    try {
      const answer = await window.fetch(url, { method, body: form })
      this.responseText = await answer.text()
      this.status = answer.status
      if (!this.#ended.signal.aborted) this.#tell('load')
    } catch {
      if (!this.#ended.signal.aborted) this.#tell('error')
    }
  }

  #tell(end: 'load' | 'error' | 'abort'): void {
    this.dispatchEvent(new Event(end))
    this.dispatchEvent(new Event('loadend'))
  }
}
