class A:
	def f(self):
		self.load_all()
		self.store_all()
