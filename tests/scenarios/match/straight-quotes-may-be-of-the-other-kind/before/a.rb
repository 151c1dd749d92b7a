number = material["number"]
puts material["name"]
