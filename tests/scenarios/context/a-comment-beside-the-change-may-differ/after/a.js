function handle(req, res) {
  // set the powered by header
  if (this.enabled('powered')) {
    res.set('Powered-By', this.name);
  }

  // set circular references
  link(req, res);
  res.req = req;
}
